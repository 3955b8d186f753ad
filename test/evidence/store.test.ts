import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { evidenceIn } from "../../src/evidence/store";
import type { OperationRecord } from "../../src/multi-item/operation";
import { newOperationId } from "../../src/session/operation-id";
import handlers from "../support/worker";

const store = evidenceIn(env.DB);
const DAY_MS = 86_400_000;

function record(user_id: string, created_at = new Date().toISOString()): OperationRecord {
  return {
    operation_id: newOperationId(),
    status: "PARTIAL_SUCCESS",
    mode: "assistant",
    asked: true,
    tool: "delete_products",
    permission: "products:delete",
    tenant: { tenant_id: crypto.randomUUID(), tenant: "loja", company_name: "Loja" },
    user_id,
    connection_id: "c",
    client_id: "client",
    language: "pt-BR",
    asks: true,
    digest: "d",
    request_id: "r",
    created_at,
    expires_at: created_at,
    ended_at: created_at,
    items: [
      { index: 0, state: "done", label: { name: "Pão" }, entry: { deleted_at: created_at }, tries: 1 },
      { index: 1, state: "left_out", label: { name: "Nada" }, tries: 0 },
    ],
  };
}

const itemsLeft = async ({ operation_id }: OperationRecord) =>
  (
    await env.DB.prepare("SELECT idx FROM operation_item WHERE operation_id = ?")
      .bind(operation_id)
      .all<{ idx: number }>()
  ).results.length;

describe("the archive", () => {
  it("finds an operation for its person alone, and tells all once it has ended", async () => {
    const user = crypto.randomUUID();
    const one = record(user);
    await store.index(one);
    const place = {
      operation_id: one.operation_id,
      user_id: user,
      client_id: "client",
      tenant_id: one.tenant.tenant_id,
    };
    expect(await store.find(one.operation_id, user)).toEqual({ place });
    await store.archive(one);
    expect(await store.find(one.operation_id, user)).toEqual({ place, archived: one });
    expect(await store.find(one.operation_id, crypto.randomUUID())).toBeUndefined();
    expect(await store.find(newOperationId(), user)).toBeUndefined();
  });

  it("may be told twice, and keeps what it heard last", async () => {
    const one = record(crypto.randomUUID());
    await store.index(one);
    await store.index(one);
    await store.archive({ ...one, status: "FAILED" });
    await store.archive(one);
    expect((await store.find(one.operation_id, one.user_id))?.archived).toEqual(one);
    expect(await itemsLeft(one)).toBe(2);
  });

  it("does not keep what only was about archiving itself", async () => {
    const one = record(crypto.randomUUID());
    await store.index(one);
    await store.archive({ ...one, auxiliary: { archive_evidence: { success: false, error: "x" } } });
    expect((await store.find(one.operation_id, one.user_id))?.archived).not.toHaveProperty("auxiliary");
  });

  it("holds a set of fifty", async () => {
    const one = record(crypto.randomUUID());
    const [first] = one.items;
    if (!first) throw new Error("no item");
    one.items = Array.from({ length: 50 }, (_, index) => ({ ...first, index }));
    await store.index(one);
    await store.archive(one);
    expect(
      (await store.find(one.operation_id, one.user_id))?.archived?.items.map(({ index }) => index),
    ).toEqual(one.items.map(({ index }) => index));
  });

  it("erases what is older than a time, items and all, and nothing younger", async () => {
    const user = crypto.randomUUID();
    // Older than anything another test may have, so that only this test's rows go.
    const limit = new Date("2001-04-01T00:00:00.000Z");
    const old = record(user, new Date(limit.getTime() - 1).toISOString());
    const young = record(user, limit.toISOString());
    for (const one of [old, young]) {
      await store.index(one);
      await store.archive(one);
    }
    expect(await store.eraseBefore(limit)).toBe(1);
    expect(await store.find(old.operation_id, user)).toBeUndefined();
    expect(await itemsLeft(old)).toBe(0);
    expect((await store.find(young.operation_id, user))?.archived).toEqual(young);
    expect(await itemsLeft(young)).toBe(2);
  });

  it("erases one person's evidence on request, and nobody else's", async () => {
    const [leaving, staying] = [record(crypto.randomUUID()), record(crypto.randomUUID())] as const;
    for (const one of [leaving, staying]) {
      await store.index(one);
      await store.archive(one);
    }
    expect(await store.erasePerson(leaving.user_id)).toBe(1);
    expect(await store.find(leaving.operation_id, leaving.user_id)).toBeUndefined();
    expect(await itemsLeft(leaving)).toBe(0);
    expect(await itemsLeft(staying)).toBe(2);
    expect(await store.erasePerson(leaving.user_id)).toBe(0);
  });

  it("is cleaned every day: 90 days are kept", async () => {
    const user = crypto.randomUUID();
    const at = (days: number) => record(user, new Date(Date.now() - days * DAY_MS).toISOString());
    const [gone, kept] = [at(90.1), at(89.9)] as const;
    for (const one of [gone, kept]) {
      await store.index(one);
      await store.archive(one);
    }
    await handlers.scheduled({ scheduledTime: Date.now(), cron: "", noRetry() {} }, env);
    expect(await store.find(gone.operation_id, user)).toBeUndefined();
    expect(await store.find(kept.operation_id, user)).toBeDefined();
  });
});
