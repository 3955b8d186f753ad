import { Failure } from "../errors";
import { type MoneyReading, moneyFromNumber, moneyFromText } from "./money";
import type { Reading } from "./reading";
import { refuse, wrongKind } from "./refuse";
import { limits } from "./schema";

type Of<K extends Reading["kind"]> = Extract<Reading, { kind: K }>;

/** Readers of single values. Each gives the value, `undefined` for "left out", or throws a `Failure`. */

/** A whole number as its text. Beyond 2^53 the digits that were sent are lost already, so guessing would be wrong. */
function digits(value: number, path: string, expected: "text" | "identifier"): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isInteger(value)) throw refuse(path, "argument.lost_digits", { parameter: path });
  throw wrongKind(path, expected, value);
}

function within(text: string, max: number, path: string): string {
  const length = text.length <= max ? text.length : [...text].length;
  if (length > max) throw refuse(path, "argument.too_long", { parameter: path, max, length });
  return text;
}

/** Control characters in a name or code are invisible, and could pretend to be lines of a question. */
function oneLine(text: string, path: string): string {
  if (/\p{Cc}/u.test(text)) throw refuse(path, "argument.control_characters", { parameter: path });
  return text;
}

export function readText(reading: Of<"text">, value: unknown, path: string): string | undefined {
  if (typeof value === "number") return within(digits(value, path, "text"), reading.max, path);
  if (typeof value !== "string") throw wrongKind(path, "text", value);
  // Half a character would be stored as another one than was answered.
  const whole = value.toWellFormed();
  const text = reading.trim ? whole.trim() : whole;
  if (reading.line) oneLine(text, path);
  if (text === "" && !reading.clearable) return undefined;
  if (reading.update && text.trim() === "null") return undefined;
  return within(text, reading.max, path);
}

export function readIdentifier(reading: Of<"identifier">, value: unknown, path: string): string | undefined {
  if (typeof value === "number") return within(digits(value, path, "identifier"), reading.max, path);
  if (typeof value !== "string") throw wrongKind(path, "identifier", value);
  return within(oneLine(value.toWellFormed().trim(), path), reading.max, path) || undefined;
}

export function readFlag(value: unknown, path: string): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") throw wrongKind(path, "boolean", value);
  const word = value.trim().toLowerCase();
  if (word === "") return undefined;
  if (word !== "true" && word !== "false") throw wrongKind(path, "boolean", value);
  return word === "true";
}

export function readCount(reading: Of<"count">, value: unknown, path: string): number | undefined {
  const { min, max } = reading;
  if (typeof value === "string" && value.trim() === "") return undefined;
  const whole = typeof value === "string" && /^[+-]?\d+(\.0+)?$/.test(value.trim());
  const number = whole ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw wrongKind(path, "number", value);
  if (!Number.isInteger(number) || number < min || number > max)
    throw refuse(path, "argument.out_of_range", { parameter: path, min, max });
  return number;
}

export function readChoice(reading: Of<"choice">, value: unknown, path: string): string | undefined {
  if (typeof value !== "string") throw wrongKind(path, "text", value);
  const word = value.trim();
  if (word === "") return undefined;
  if (reading.options.includes(word)) return word;
  throw refuse(path, "argument.one_of", { parameter: path, typed: value, options: [...reading.options] });
}

export function readMoney(value: unknown, path: string): number | undefined {
  if (typeof value === "string" && value.trim() === "") return undefined;
  if (typeof value !== "string" && typeof value !== "number") throw wrongKind(path, "money", value);
  const reading = typeof value === "number" ? moneyFromNumber(value) : moneyFromText(value);
  if (reading.ok) return reading.amount;
  throw moneyFailure(reading, String(value), path);
}

function moneyFailure(reading: Exclude<MoneyReading, { ok: true }>, typed: string, path: string): Failure {
  const parameter = path;
  switch (reading.why) {
    case "ambiguous": {
      const { thousands, decimal } = reading;
      return Failure.of(
        "ambiguous_number",
        "argument.money_ambiguous",
        { parameter, typed, thousands, decimal },
        { parameter, details: { readings: [thousands, decimal] } },
      );
    }
    case "decimals":
      return refuse(path, "argument.money_decimals", { parameter, typed });
    case "negative":
      return refuse(path, "argument.money_negative", { parameter, typed });
    case "too_high":
      return refuse(path, "argument.money_too_high", { parameter, max: limits.price });
    case "not_money":
      return wrongKind(path, "money", typed);
  }
}
