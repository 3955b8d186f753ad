import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { Client } from "../support/mcp";
import { inSession } from "../support/session";
import { codes, operationOf, resetBitErp, shop } from "../support/sets";

// Large requests, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});
afterEach(resetBitErp);

/** Far below what the platform lets a row have, in bytes. */
const ROW = 100_000;
const huge = "ñ".repeat(500_000);

/** Items that are refused and repeat what was sent. */
const refused: [string, JsonObject | string][] = [
  ["a value that cannot be read", { name: "Vela", changes: { sale_price: huge } }],
  ["a value of another kind", { name: "Vela", changes: huge }],
  ["an unknown key", { name: "Vela", changes: {}, [huge]: 1 }],
  [
    "very many unknown keys",
    { name: "Vela", ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 1])) },
  ],
  ["a reason", { name: "Vela", eligible: false, reason: huge, changes: { sale_price: huge } }],
  ["a name", { name: huge, changes: { sale_price: 1 } }],
  ["an id", { id: huge, changes: { sale_price: 1 } }],
  ["a text in place of an item", huge],
];

async function largest(sql: string, ...values: string[]): Promise<number> {
  const [row] = (await inSession(ana, sql, ...values)) as { most: number }[];
  return Number(row?.most);
}

describe("what is kept of a refused item", () => {
  it.each(refused)("is bounded, however large it was: %s", async (_, bad) => {
    const { tenant_id, ids } = await shop(["Vela azul"]);
    const items = [{ id: String(ids[0]), changes: { sale_price: 2 } }, bad] as JsonObject[];
    const asked = await ana.call("update_products", { tenant_id, items });
    expect(asked.structured.status).toBe("AWAITING_CONFIRMATION");
    expect(asked.structured.items?.[1]).toMatchObject({ state: "left_out" });
    expect(asked.text.length).toBeLessThan(10_000);
    const operation_id = operationOf(asked);
    const bodies = "SELECT MAX(LENGTH(CAST(body AS BLOB))) AS most FROM item WHERE operation_id = ?";
    expect(await largest(bodies, operation_id)).toBeLessThan(ROW);
    const head = "SELECT LENGTH(CAST(draft AS BLOB)) AS most FROM operation WHERE id = ?";
    expect(await largest(head, operation_id)).toBeLessThan(ROW);
    const done = await ana.call("confirm_operation", { operation_id });
    expect(codes(done)?.[0]).toBe("ok");
    expect(done.structured.failures).toEqual([1]);
    const archived = await env.DB.prepare(
      "SELECT MAX(LENGTH(CAST(body AS BLOB))) AS most FROM operation_item WHERE operation_id = ?",
    )
      .bind(operation_id)
      .first<{ most: number }>();
    expect(archived?.most).toBeGreaterThan(0);
    expect(archived?.most).toBeLessThan(ROW);
  });

  it.each(["0".repeat(7_000), "biterp_pat_secret"])(
    "keeps nothing of a header that is none",
    async (traceparent) => {
      const { tenant_id, ids } = await shop(["Vela azul"]);
      const args = { tenant_id, items: ids.map((id) => ({ id })) };
      const operation_id = operationOf(await ana.call("delete_products", args, { headers: { traceparent } }));
      const kept = "SELECT INSTR(draft, 'traceparent') AS most FROM operation WHERE id = ?";
      expect(await largest(kept, operation_id)).toBe(0);
    },
  );
});
