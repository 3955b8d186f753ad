import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ANA, BRUNO, removeMember, setRole } from "../support/companies";
import { Client } from "../support/mcp";
import {
  asked,
  codes,
  operationOf,
  pricesOf,
  reply,
  repriced,
  resetBitErp,
  shop,
  YES,
} from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
let bruno: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  bruno = await Client.signIn({ user: "bruno" });
});
afterEach(resetBitErp);

async function pending(members: Parameters<typeof shop>[1] = { [ANA]: "admin", [BRUNO]: "admin" }) {
  const company = await shop(["Vela 1", "Vela 2"], members);
  const args = { tenant_id: company.tenant_id, items: repriced(company.ids) };
  return { ...company, args, operation_id: operationOf(await ana.call("update_products", args)) };
}

describe("rights that were taken away between question and answer", () => {
  it("leave a company that is out of reach untouched", async () => {
    const { tenant_id, operation_id, ids, args } = await pending();
    const question = await asked(ana, "update_products", args);
    await removeMember(ANA, tenant_id);
    for (const tool of ["confirm_operation", "cancel_operation"]) {
      const { error } = await ana.call(tool, { operation_id });
      expect(error.code).toBe("tenant_not_found");
    }
    expect((await reply(ana, question, YES)).error.code).toBe("tenant_not_found");
    expect((await ana.call("get_operation", { operation_id })).error.code).toBe("not_found");
    expect(double.counts.writes).toBe(0);
    expect(await pricesOf(ids)).toEqual([10, 10]);
  });

  it("fail every item of a person who may only look by now", async () => {
    const { tenant_id, operation_id } = await pending();
    await setRole(ANA, tenant_id, "viewer");
    const failed = await ana.call("confirm_operation", { operation_id });
    expect(failed).toMatchObject({ isError: true, structured: { status: "FAILED" } });
    expect(codes(failed)).toEqual(["forbidden", "forbidden"]);
    expect(double.counts.writes).toBe(0);
  });

  it("are seen in a form's answer, too", async () => {
    const { tenant_id, args } = await pending();
    const question = await asked(ana, "update_products", args);
    await setRole(ANA, tenant_id, "viewer");
    expect(codes(await reply(ana, question, YES))).toEqual(["forbidden", "forbidden"]);
    expect(double.counts.writes).toBe(0);
  });
});

describe("a person without the permission", () => {
  it("is told so item by item, and nothing becomes an operation", async () => {
    const { tenant_id, ids } = await shop(["Vela"], { [ANA]: "viewer" });
    const failed = await ana.call("update_products", { tenant_id, items: repriced(ids) });
    expect(failed.isError).toBe(true);
    expect(failed.structured).not.toHaveProperty("operation_id");
    expect(failed.structured.results?.[0]).toMatchObject({
      error: "forbidden",
      permission: "products:update",
    });
  });
});

describe("an operation", () => {
  it("is seen from any client of its person, and answered only by the one that made it", async () => {
    const { operation_id, ids, tenant_id } = await pending();
    const other = await Client.signIn({ user: "ana" });
    const open = await other.call("get_operation", { operation_id });
    expect(open.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", operation_id });
    expect(open.structured.items?.map((item) => item.id)).toEqual(ids);
    for (const tool of ["confirm_operation", "cancel_operation"]) {
      expect((await other.call(tool, { operation_id })).error.code).toBe("not_found");
    }
    const done = await ana.call("confirm_operation", { operation_id });
    const seen = await other.call("get_operation", { operation_id });
    expect(seen.structured).toMatchObject({
      status: "SUCCESS",
      summary: done.structured.summary,
      tool: "update_products",
      tenant: { tenant_id },
      results: ids.map((id) => ({
        id,
        success: true,
        before: { sale_price: 10 },
        changes: { sale_price: 12 },
        tries: 1,
        sent_at: expect.any(String),
        answered_at: expect.any(String),
      })),
    });
  });

  it("is unknown to everybody else, also to those of the same company", async () => {
    const { operation_id } = await pending();
    const unknown = await bruno.call("get_operation", {
      operation_id: "op_11111111111111111111111111111111",
    });
    for (const tool of ["get_operation", "confirm_operation", "cancel_operation"]) {
      const { error } = await bruno.call(tool, { operation_id });
      expect(error.code).toBe("not_found");
      expect(error.message.replace(operation_id, "")).toBe(
        unknown.error.message.replace("op_11111111111111111111111111111111", ""),
      );
    }
    expect((await ana.call("confirm_operation", { operation_id })).structured.status).toBe("SUCCESS");
    expect((await bruno.call("get_operation", { operation_id })).error.code).toBe("not_found");
  });

  it("of one company is unknown to a connection that was pinned to another", async () => {
    const { operation_id, tenant_id } = await pending();
    const elsewhere = await shop([]);
    const pinned = await Client.signIn({ user: "ana", pinned: elsewhere.slug });
    expect((await pinned.call("get_operation", { operation_id })).error.code).toBe("not_found");
    const { error } = await pinned.call("delete_products", { tenant_id, items: ["Vela 1"] });
    expect(error.code).toBe("tenant_not_found");
    expect(JSON.stringify(error.details)).not.toContain(tenant_id);
  });

  it("of the pinned company needs no tenant_id", async () => {
    const { slug, tenant_id, ids } = await shop(["Vela"]);
    const pinned = await Client.signIn({ user: "ana", pinned: slug });
    const open = await pinned.call("update_products", { items: repriced(ids) });
    expect(open.structured.tenant).toMatchObject({ tenant_id });
    const done = await pinned.call("confirm_operation", { operation_id: operationOf(open) });
    expect(codes(done)).toEqual(["ok"]);
  });

  it("never guesses its company, whatever was selected", async () => {
    const { tenant_id, ids } = await shop(["Vela"]);
    await ana.call("select_tenant", { tenant_id });
    const { error } = await ana.call("update_products", { items: repriced(ids) });
    expect(error.code).toBe("tenant_required");
  });
});
