import { describe, expect, it } from "vitest";
import type { Expected } from "../../scripts/conformance/expected.ts";
import { judge } from "../../scripts/conformance/judge.ts";
import { part, totals } from "../../scripts/conformance/report.ts";
import type { Check, Results } from "../../scripts/conformance/results.ts";

const check = (scenario: string, id: string, status: Check["status"], message = ""): Check => ({
  scenario,
  id,
  status,
  message,
});
const resultsOf = (...checks: Check[]): Results => Map.groupBy(checks, ({ scenario }) => scenario);
const known = (what: string, how: Expected["how"] = "failure"): Expected => ({ what, how, why: "because" });

const good = check("ping", "ping-answers", "SUCCESS");
const bad = check("tools-list", "tools-sorted", "FAILURE", "not sorted");
const advice = check("polling", "polling-session", "WARNING", "no session");

describe("the judge of a conformance run", () => {
  it("has nothing to say when everything passes, or is known not to", () => {
    const quiet = [check("ping", "later", "SKIPPED"), check("ping", "note", "INFO")];
    expect(judge(resultsOf(good, ...quiet), [])).toEqual([]);
    const both = resultsOf(good, bad, advice);
    expect(judge(both, [known("tools-list"), known("polling:polling-session", "warning")])).toEqual([]);
  });

  it("names what fails and is on no list, with what the suite said", () => {
    expect(judge(resultsOf(good, bad, advice), [])).toEqual([
      "unexpected FAILURE tools-list:tools-sorted not sorted",
      "unexpected WARNING polling:polling-session no session",
    ]);
  });

  it.each([
    ["a whole scenario", "tools-list"],
    ["a check of it", "tools-list:tools-sorted"],
    ["the beginning of a scenario's name", "tools-*"],
    ["the beginning of a check's name", "tools-list:tools-*"],
  ])("takes %s for what it covers, and nothing beside it", (_, what) => {
    const beside = check("tools", "tools-list", "FAILURE", "another");
    expect(judge(resultsOf(bad), [known(what)])).toEqual([]);
    expect(judge(resultsOf(bad, beside), [known(what)])).toEqual([
      "unexpected FAILURE tools:tools-list another",
    ]);
  });

  it("takes a name without a star for that name alone", () => {
    const longer = [
      check("tools-list-all", "x", "FAILURE"),
      check("tools-list", "tools-sorted-twice", "FAILURE"),
    ];
    for (const [index, what] of ["tools-list", "tools-list:tools-sorted"].entries())
      expect(judge(resultsOf(bad, ...longer.slice(index, index + 1)), [known(what)])).toHaveLength(1);
  });

  it("takes a failure for no warning, nor a warning for a failure", () => {
    expect(judge(resultsOf(bad), [known("tools-list", "warning")])).toEqual([
      "unexpected FAILURE tools-list:tools-sorted not sorted",
      "tools-list is expected as a warning, and is none now: take it off the list",
    ]);
    expect(judge(resultsOf(advice), [known("polling")])).toHaveLength(2);
  });

  it("wants off the list what passes now, or was never run", () => {
    const passes = check("tools-list", "tools-sorted", "SUCCESS");
    for (const results of [resultsOf(good, passes), resultsOf(good)])
      expect(judge(results, [known("tools-list")])).toEqual([
        "tools-list is expected as a failure, and is none now: take it off the list",
      ]);
    // One failure of several is enough for an entry to stay.
    expect(judge(resultsOf(passes, bad), [known("tools-list")])).toEqual([]);
  });

  it("misses a scenario that broke down, or said nothing", () => {
    expect(judge(resultsOf(good), [], ["ping"])).toEqual([]);
    expect(judge(resultsOf(good), [], ["ping", "tools-list"])).toEqual(["tools-list left no result"]);
    expect(judge(new Map([["ping", []]]), [], ["ping"])).toEqual(["ping left no result"]);
  });
});

describe("the totals of a conformance run", () => {
  const results = resultsOf(good, check("ping", "twice", "SUCCESS"), bad, advice);

  it("count a scenario as passed when none of its checks failed", () => {
    expect(totals(results)).toBe("2 of 3 scenarios pass (2 checks passed, 1 failed)");
  });

  it("count what is required, the missing too, and the others apart", () => {
    expect(totals(results, ["ping", "gone"])).toBe(
      "1 of 2 scenarios pass (2 checks passed, 0 failed); of 2 scenarios that the revision does not require, 1 pass",
    );
  });

  it("stand in the document above what is known, with its reason", () => {
    expect(part("1 of 1", [])).toBe("**1 of 1.**");
    expect(part("1 of 1", [known("a:b", "warning")])).toBe(
      "**1 of 1.**\n\n| scenario or check | kind | why |\n|---|---|---|\n| `a:b` | warning | because |",
    );
  });
});
