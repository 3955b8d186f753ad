import { describe, expect, it } from "vitest";
import { readArguments, readItems } from "../../src/arguments";
import { Failure } from "../../src/errors";
import { doubtsInList } from "../../src/multi-item/reading/read-list";
import { readText } from "../../src/multi-item/reading/read-text";
import { fold } from "../../src/text";
import { referenceItem } from "../../src/tool/inputs";
import { plainSubject } from "../../src/tool/references";
import { registry } from "../../src/tools/registry";
import { shelf } from "../multi-item/reading/shelf";

/** What has made readers of texts slow: joints, quotes, decoration, blanks, marks, digits, one long word. */
const UNITS = [
  ..."a,;.\"'`*-(\u2028\u0301\u200b²0",
  ...["a,", ", ", "a e ", " e", "a\n", "\r\n", "\u2029a", "a\u2028", "a ou "],
  ...['"a, ', '"a",', "“a ", "«a» ", "'a'", "**a** ", "`a`,", "- a\n", "* * ", "1. ", "[ ] ", "a) ", "☐"],
  ...["1,5", "1.000,", "0 g ", "½1", "1²", '1/2" ', "5 '", "''"],
  ...["\u0316\u0301", "a\u0301", "\u0344", "ﷺ", "😀", "\ud800", "İ", "×", "a.a ", "{", '["', "\\"],
];

const NAMES = ["a", "a e a", "a, a", '1/2"', ...Array.from({ length: 300 }, (_, at) => `a ${at} a a a`)];

/** Microseconds of CPU that a task takes, the least of a few tries: what disturbs it only adds. */
async function cost(task: () => unknown, tries = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries; at++) {
    const before = process.cpuUsage();
    try {
      await task();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/**
 * Whether eight times the text takes far more than eight times the work: with its square it would be sixty-four times.
 * Below some milliseconds nothing can be told, and nothing is wrong either.
 */
const FACTOR = 8;
const TOLERANCE = 4;
const TELLING_US = 20_000;

async function growth(task: (text: string) => unknown, unit: string, characters: number): Promise<string[]> {
  const text = (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const [short, long] = [text(characters / FACTOR), text(characters)];
  await cost(() => task(short), 1);
  const much = await cost(() => task(long), 1);
  if (much < TELLING_US) return [];
  const [little, again] = [await cost(() => task(short)), await cost(() => task(long))];
  const ratio = again / Math.max(little, TELLING_US / FACTOR);
  return ratio > FACTOR * TOLERANCE ? [`${JSON.stringify(unit)}: ${little} µs, then ${again} µs`] : [];
}

async function everyUnit(task: (text: string) => unknown, characters: number): Promise<string[]> {
  const faults: string[] = [];
  // One after the other: the CPU is counted for the whole process.
  for (const unit of UNITS) faults.push(...(await growth(task, unit, characters)));
  return faults;
}

describe("the work that a hostile text makes", () => {
  it("grows with its length where text is folded", async () => {
    expect(await everyUnit(fold, 60_000)).toEqual([]);
  });

  it("grows with its length up to the limit where a text is read", async () => {
    const read = (text: string) => readText(text, shelf(NAMES), () => false, "items");
    expect(await everyUnit(read, 10_000)).toEqual([]);
  });

  it("does not grow beyond the limit", async () => {
    const read = (text: string) => readText(plainSubject(text) ?? "", shelf(NAMES), () => false, "items");
    for (const unit of UNITS) {
      const most = await cost(() => read(unit.repeat(10_000 / unit.length)));
      const beyond = await cost(() => read(unit.repeat(800_000 / unit.length)));
      expect(beyond, JSON.stringify(unit)).toBeLessThan(TOLERANCE * (most + TELLING_US));
    }
  });

  it("grows with the number of items where a list is read", async () => {
    const item = referenceItem();
    const read = (text: string) => {
      const items = Array(50).fill(text.slice(0, 200));
      const readings = readItems(item, items, { fromText: (name) => ({ name }) });
      const names = readings.map((one) => (one.ok ? one.value.name : undefined));
      return doubtsInList(names, shelf(NAMES));
    };
    expect(await everyUnit(read, 200)).toEqual([]);
  });

  it("grows with its length in every argument of every tool", async () => {
    const fields = registry.flatMap((tool) => Object.keys(tool.input.shape).map((key) => ({ tool, key })));
    expect(fields.length).toBeGreaterThan(40);
    for (const { tool, key } of fields) {
      const read = (text: string) => readArguments(tool.input, { [key]: text });
      const faults = await everyUnit(read, 40_000);
      expect(faults, `${tool.name}.${key}`).toEqual([]);
    }
  });
});
