import { afterAll, beforeAll, describe } from "vitest";
import { backends } from "./kit/backends";
import { type Bench, benchAt } from "./kit/bench";
import { confirming } from "./kit/confirming";
import type { Way } from "./kit/differences";
import { offer } from "./kit/offer";
import { reading } from "./kit/reading";
import { writing } from "./kit/writing";

const ways: Record<Way, string> = {
  bundled: "the bundled bitERP",
  http: "a bitERP over HTTP",
  mcp: "bitERP's own MCP server",
};

// The same contract for all; the differences there may be stand in kit/differences.ts.
describe.each(Object.entries(ways) as [Way, string][])("%s: %s", (way) => {
  let bench: Bench | undefined;
  beforeAll(async () => {
    bench = await benchAt(await backends[way]());
  });
  afterAll(() => bench?.stop());
  const here = (): Bench => {
    if (!bench) throw new Error("It has not started");
    return bench;
  };

  describe("the offer", () => offer(here));
  describe("reading", () => reading(here));
  describe("writing", () => writing(here));
  describe("confirming", () => confirming(here));
});
