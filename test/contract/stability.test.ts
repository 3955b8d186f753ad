import { beforeEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json";
import golden from "../golden/calls.json";
import { createProducts } from "../support/companies";
import type { Answer } from "../support/mcp";
import { type Owner, owner } from "../support/people";
import { Published } from "../support/published";

interface Call {
  tool: string;
  args?: Json;
  /** A tool called with the operation that came of it. */
  then?: string;
}
const calls = golden.calls as Call[];
const bySelf: readonly string[] = ["confirm_operation", "cancel_operation", "get_operation"];

let person: Owner;
let published: Published;
let values: Record<string, string>;
beforeEach(async () => {
  person = await owner();
  published = await Published.by(person.client);
  const [NAME, NAME2, SKU] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()].map(
    (one) => `n${one}`,
  );
  const [row] = await createProducts(person.tenant_id, [
    { name: String(NAME), sku: String(SKU) },
    { name: String(NAME2) },
  ]);
  const slug = String(person.companies[0].slug);
  values = {
    TENANT: person.tenant_id,
    SLUG: slug,
    ID: String(row?.id),
    NAME: `${NAME}`,
    NAME2: `${NAME2}`,
    SKU: `${SKU}`,
  };
});

function filled(args: Json | undefined): JsonObject {
  const fresh = crypto.randomUUID();
  const text = JSON.stringify(args ?? null).replace(/\$([A-Z]+\d?)/g, (whole, key: string) =>
    key === "FRESH" ? fresh : (values[key] ?? whole),
  );
  // Null and text are no objects, and are sent as they are: that is what is tested.
  return JSON.parse(text) as JsonObject;
}

/** Nothing that a client could have got wrong: neither the call nor any of its items. */
function accepted(tool: string, answer: Answer): void {
  expect(answer.isError, answer.text).toBe(false);
  published.fitting(tool, answer);
  expect(answer.text).not.toContain("invalid_argument");
}

describe("calls of hosts that keep an old list of tools (case 60)", () => {
  it.each(["2025", "2026"] as const)(
    "are all still understood in the era of %s, in the order they stand",
    async (era) => {
      for (const { tool, args, then } of calls) {
        const answer = await person.client.call(tool, filled(args), { era });
        accepted(tool, answer);
        if (then === undefined) continue;
        const operation_id = String(answer.structured.operation_id);
        expect(answer.structured, `${tool} ${JSON.stringify(args)}`).toMatchObject({
          status: "AWAITING_CONFIRMATION",
        });
        const next = await person.client.call(then, { operation_id, confirmed: true }, { era });
        accepted(then, next);
      }
    },
    60_000,
  );

  it("cover every tool", () => {
    const covered = new Set(calls.flatMap(({ tool, then }) => [tool, ...(then ? [then] : [])]));
    expect([...covered].sort()).toEqual(published.tools.map(({ name }) => name).sort());
    for (const name of bySelf) expect(covered).toContain(name);
  });

  it("name nothing that is not published or known to be read besides", () => {
    const besides = ["subject", "confirmed", "sessionId", "toolCallId", "action", "chatInput"];
    for (const { tool, args } of calls) {
      if (typeof args !== "object" || args === null || Array.isArray(args)) continue;
      const known = published.tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
      for (const key of Object.keys(args)) expect([...Object.keys(known), ...besides], tool).toContain(key);
    }
  });
});
