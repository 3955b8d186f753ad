import { describe, expect, it } from "vitest";
import type { RemoteClient } from "../support/remote-client";
import { AURORA, codes, created, entries, errorOf, productOf, word } from "./bench";

type Fields = Record<string, unknown>;

/** A bitERP that can be told what to answer. */
export interface Contradicting {
  ana: RemoteClient;
  /** Lets bitERP answer so to the next writes (or reads) of this product, with HTTP 200 and without doing anything. */
  say(kind: "update" | "delete" | "create" | "read", answer: Fields): Promise<void>;
  calm(): Promise<void>;
  /** How many requests of this kind bitERP got since it was calm. */
  asked(): Promise<number>;
}

/** What has to hold at every bitERP that says 200 and shows something else (cases 73 to 76). */
export function contradicting(bench: () => Contradicting): void {
  const product = async () => {
    const { ana, calm } = bench();
    await calm();
    const [id = ""] = await created(ana, [{ name: `Dito ${word()}`, sku: word() }], AURORA);
    const read = await ana.call("get_product", { tenant_id: AURORA, id });
    return { ana, id, shown: { ...productOf(read), etag: '"1"' } as Fields };
  };
  const update = (id: string, sale_price = 12) => ({
    tenant_id: AURORA,
    items: [{ id, changes: { sale_price } }],
  });

  describe("a success is what bitERP shows", () => {
    it.each([
      ["as it was (case 73)", {}, { sale_price: 12 }, { sale_price: 10 }],
      ["with another price", { sale_price: 12.001 }, { sale_price: 12 }, { sale_price_exact: "12.001" }],
      ["under another id (case 74)", { id: "elsewhere", sale_price: 12 }, {}, { id: "elsewhere" }],
    ])("an update that shows the product %s fails", async (_, other, expected, current) => {
      const { ana, id, shown } = await product();
      await bench().say("update", { ...shown, ...other });
      const reply = await ana.call("update_products", update(id));
      expect(codes(reply)).toEqual(["upstream_error"]);
      expect(entries(reply)[0]).toMatchObject({ success: false, retryable: false, expected, current });
      const single = errorOf(await ana.call("update_product", { tenant_id: AURORA, id, sale_price: 12 }));
      expect(single).toMatchObject({ code: "upstream_error", details: { current } });
      expect(await bench().asked()).toBe(2);
    });

    it("a deletion after which the product is there fails (case 75)", async () => {
      const { ana, id, shown } = await product();
      await bench().say("delete", shown);
      const reply = await ana.call("delete_products", { tenant_id: AURORA, items: [{ id }] });
      expect(codes(reply)).toEqual(["upstream_error"]);
      expect(entries(reply)[0]).toMatchObject({ expected: { deleted: true }, current: { deleted: false } });
      expect(await bench().asked()).toBe(1);
    });

    it("a creation that shows another name fails", async () => {
      const { ana, shown } = await product();
      await bench().say("create", { ...shown, id: "new", name: "Outro" });
      const draft = { tenant_id: AURORA, name: "Novo", sale_price: 10 };
      const error = errorOf(await ana.call("create_product", draft));
      expect(error).toMatchObject({
        code: "upstream_error",
        details: { expected: { name: "Novo" }, current: { name: "Outro" } },
      });
      expect(await bench().asked()).toBe(1);
    });

    it("a price with more decimals is shown exactly, and its rounding is sent (case 76)", async () => {
      const { ana, id, shown } = await product();
      await bench().say("read", { ...shown, sale_price: 4.999 });
      const read = await ana.call("get_product", { tenant_id: AURORA, id });
      expect(productOf(read)).toMatchObject({ sale_price: 5, sale_price_exact: "4.999" });
      const reply = await ana.call("update_products", update(id, 5));
      expect(codes(reply)).toEqual(["ok"]);
      expect(entries(reply)[0]).not.toHaveProperty("unchanged");
      const { operation_id } = reply.structured;
      const kept = await ana.call("get_operation", { operation_id });
      expect(entries(kept)[0]).toMatchObject({ before: { sale_price_exact: "4.999" }, tries: 1 });
      await bench().calm();
      expect(productOf(await ana.call("get_product", { tenant_id: AURORA, id })).sale_price).toBe(5);
    });
  });
}
