import { expect, it } from "vitest";
import { Person } from "../../../scripts/demo/browser.ts";
import { RemoteClient } from "../support/remote-client";
import { ANA, AURORA, type Bench, codes, created, entries, errorOf, productOf, waiting, word } from "./bench";

/** One question for a set, what happens meanwhile, saying it twice, and the evidence. */
export function confirming(bench: () => Bench): void {
  const ask = (tool: string, args: Record<string, unknown>) =>
    bench().ana.call(tool, { tenant_id: AURORA, ...args });
  const confirm = (operation_id: unknown) => bench().ana.call("confirm_operation", { operation_id });
  const price = async (id: unknown) =>
    productOf(await bench().ana.call("get_product", { tenant_id: AURORA, id })).sale_price;
  const reprices = (ids: string[], sale_price: number) => ids.map((id) => ({ id, changes: { sale_price } }));
  const three = () =>
    created(
      bench().ana,
      ["A", "B", "C"].map((one) => ({ name: `${one} ${word()}` })),
      AURORA,
    );

  it("asks once, does it after the yes, and answers a second yes from memory", async () => {
    const { writes, can } = bench();
    const ids = await three();
    const items = [...ids.map((id) => ({ id })), { id: crypto.randomUUID() }];
    const before = await writes();
    const question = await ask("delete_products", { items });
    const operation_id = waiting(question);
    const states = ["actionable", "actionable", "actionable", "left_out"];
    expect(question.structured.items?.map(({ state }) => state)).toEqual(states);
    expect(/\(podem ser restaurados\)/.test(question.text)).toBe(can.restore);
    expect(/não podem ser restaurados/.test(question.text)).toBe(!can.restore);
    expect(await writes()).toBe(before);

    const done = await confirm(operation_id);
    expect(codes(done)).toEqual(["ok", "ok", "ok", "not_found"]);
    expect(done.structured).not.toHaveProperty("replayed");
    const again = await confirm(operation_id);
    expect(again.structured).toMatchObject({ status: "PARTIAL_SUCCESS", replayed: true, operation_id });
    expect(entries(again)).toEqual(entries(done));
    if (before !== undefined) expect(await writes()).toBe(before + 3);
  });

  it("does nothing before the person's own click, where they approve on a page", async () => {
    const { server, writes } = bench();
    const strict = await RemoteClient.signIn(server.url, ANA, { mode: "browser" });
    const [id = "", other = ""] = await three();
    const before = await writes();
    const first = await strict.call("delete_products", { tenant_id: AURORA, items: [{ id }, { id: other }] });
    const single = await strict.call("update_product", { tenant_id: AURORA, id, sale_price: 7 });
    expect([first, single].map(({ structured }) => structured.status)).toEqual([
      "AWAITING_CONFIRMATION",
      "AWAITING_CONFIRMATION",
    ]);
    const { operation_id, approval_url } = first.structured;
    const refused = await strict.call("confirm_operation", { operation_id });
    expect(refused.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", approval_url });
    expect(await writes()).toBe(before);

    const page = await new Person(ANA).approve(new URL(String(approval_url)));
    expect(page).toContain("2 de 2");
    const done = await strict.call("confirm_operation", { operation_id });
    expect(done.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    if (before !== undefined) expect(await writes()).toBe(before + 2);
    const late = await new Person(ANA).approve(new URL(String(single.structured.approval_url)));
    expect(late).toContain("0 de 1");
  });

  it("does not write over what somebody else changed after the question", async () => {
    const { reprice, writes } = bench();
    const ids = await three();
    const [other = "", same = "", quiet = ""] = ids;
    const operation_id = waiting(await ask("update_products", { items: reprices(ids, 21) }));
    await reprice(other, 25);
    await reprice(same, 21);
    const before = await writes();
    const done = await confirm(operation_id);
    expect(codes(done)).toEqual(["conflict", "ok", "ok"]);
    expect(entries(done)[0]).toMatchObject({ current: { id: other, sale_price: 25 } });
    expect([await price(other), await price(same), await price(quiet)]).toEqual([25, 21, 21]);
    if (before !== undefined) expect(await writes()).toBe(before + 1);
  });

  it("does not delete what somebody else changed after the question", async () => {
    const ids = await three();
    const operation_id = waiting(await ask("delete_products", { items: ids.map((id) => ({ id })) }));
    await bench().reprice(String(ids[1]), 33);
    expect(codes(await confirm(operation_id))).toEqual(["ok", "conflict", "ok"]);
    expect(await price(ids[1])).toBe(33);
  });

  it("drops what is cancelled, and writes nothing", async () => {
    const { ana, writes } = bench();
    const ids = await three();
    const before = await writes();
    const operation_id = waiting(await ask("update_products", { items: reprices(ids, 99) }));
    const dropped = await ana.call("cancel_operation", { operation_id });
    expect(dropped.structured).toMatchObject({ status: "CANCELLED", executed: false });
    expect((await confirm(operation_id)).structured.status).toBe("CANCELLED");
    expect(await price(ids[0])).toBe(10);
    expect(await writes()).toBe(before);
  });

  it("answers an idempotency_key from memory, and refuses it for something else", async () => {
    const { ana, writes } = bench();
    const idempotency_key = word();
    const before = await writes();
    for (const [tool, args, other] of [
      ["create_product", { name: "Chave", sale_price: 1 }, { name: "Outra", sale_price: 1 }],
      [
        "create_products",
        { items: [{ name: "A", sale_price: 1 }] },
        { items: [{ name: "B", sale_price: 2 }] },
      ],
    ] as const) {
      const call = (more: object) =>
        ana.call(tool, { tenant_id: AURORA, idempotency_key: `${tool}-${idempotency_key}`, ...more });
      const first = await call(args);
      expect(first.isError, first.text).toBe(false);
      const second = await call(args);
      expect(second.structured.product).toEqual(first.structured.product);
      expect(entries(second)).toEqual(entries(first));
      expect(errorOf(await call(other)).code).toBe("key_reused");
    }
    if (before !== undefined) expect(await writes()).toBe(before + 2);
  });

  it("keeps the evidence: before, after and how often tried, for the same person only", async () => {
    const { another, bruno } = bench();
    const ids = await three();
    const operation_id = waiting(await ask("update_products", { items: reprices(ids, 15) }));
    await confirm(operation_id);
    const kept = await another.call("get_operation", { operation_id });
    expect(kept.structured).toMatchObject({ status: "SUCCESS", operation_id, tenant: { tenant: AURORA } });
    expect(codes(kept)).toEqual(["ok", "ok", "ok"]);
    for (const entry of entries(kept)) {
      expect(entry).toMatchObject({ tries: 1, before: { sale_price: 10 }, changes: { sale_price: 15 } });
    }
    expect(errorOf(await bruno.call("get_operation", { operation_id })).code).toBe("not_found");
    const other = waiting(await ask("update_products", { items: reprices(ids, 16) }));
    expect(errorOf(await another.call("confirm_operation", { operation_id: other })).code).toBe("not_found");
  });
}
