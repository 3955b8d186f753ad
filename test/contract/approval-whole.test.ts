import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ANA } from "../support/companies";
import { Client } from "../support/mcp";
import type { Browser } from "../support/oauth";
import { approvalPage, browserOf, decide } from "../support/own-pages";
import { resetBitErp, shop } from "../support/sets";

let ana: Client;
let anas: Browser;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana", mode: "browser" });
  anas = await browserOf(ANA);
});
afterEach(resetBitErp);

const LONG = "Parafuso ".repeat(21);
const page = async (address: string) => (await anas.get(address)).text();

describe("the page of an operation", () => {
  it("tells apart names that differ only at their end, before and after", async () => {
    const names = [`${LONG}inox A`, `${LONG}inox B`];
    const { tenant_id, ids } = await shop(names);
    const asked = await ana.call("delete_products", { tenant_id, items: ids.map((id) => ({ id })) });
    const before = await page(approvalPage(asked));
    await decide(anas, approvalPage(asked));
    const after = await page(approvalPage(asked));
    for (const name of names) {
      expect(before).toContain(`“${name}”`);
      expect(after).toContain(`“${name}”`);
    }
  });

  it("shows old and new values to their end, and whose price leaps, cleaned all the same", async () => {
    const { tenant_id, ids } = await shop([
      { name: `${LONG}fim`, description: `${"velha ".repeat(100)}fim da velha`, sale_price: 10 },
    ]);
    const changes = { description: `${"nova ".repeat(100)}\u202efim da nova`, sale_price: 0 };
    const asked = await ana.call("update_product", { tenant_id, id: String(ids[0]), ...changes });
    const text = await page(approvalPage(asked));
    expect(text).toContain("fim da velha”");
    expect(text).toContain("fim da nova”");
    expect(text).not.toContain("\u202e");
    expect(text).toContain(`o preço de “${LONG}fim” passa a 0`);
  });

  it("names the candidates of an ambiguous item, before and after", async () => {
    const { tenant_id } = await shop([{ name: "Vela Azul", sku: "V-1" }, "Vela Verde", "Caneca"]);
    const items = ["Vela", "Caneca"];
    const asked = await ana.call("delete_products", { tenant_id, items });
    const before = await page(approvalPage(asked));
    await decide(anas, approvalPage(asked));
    for (const text of [before, await page(approvalPage(asked))]) {
      expect(text).toMatch(/“Vela Azul” · SKU “V-1”; “Vela Verde” · id /);
    }
  });
});
