import { beforeAll, describe, expect, it, vi } from "vitest";
import { createProducts } from "../support/companies";
import { Client } from "../support/mcp";
import { owner } from "../support/people";
import { asked, shop } from "../support/sets";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});

describe("a question", () => {
  it("says which items are deleted already, and counts them", async () => {
    const { tenant_id } = await shop([{ name: "A", deleted: true }, { name: "B", deleted: true }, "C"]);
    const { message } = await asked(ana, "delete_products", {
      tenant_id,
      items: ["A", "B", "C", "D"] as never,
    });
    const [summary = "", a = "", b = "", c = ""] = message.split("\n");
    expect(summary).toMatch(/Excluir 1 produto .*1 item fica de fora\. 2 já estão assim\./);
    for (const line of [a, b]) expect(line).toContain("— já excluído, nada a fazer");
    expect(c).not.toContain("—");
  });

  it("says which are unchanged, and lists no change that changes nothing", async () => {
    const { tenant_id, ids } = await shop([{ name: "Produto A", sale_price: 5 }, { name: "Produto B" }]);
    const items = [
      { id: ids[0], changes: { sale_price: 5 } },
      { id: ids[1], changes: { name: "Produto B", sale_price: 7 } },
    ] as never;
    const { message } = await asked(ana, "update_products", { tenant_id, items });
    const [summary, a, b] = message.split("\n");
    expect(summary).toContain("1 já está assim.");
    expect(a).toContain("— já está assim, nada a fazer");
    expect(b).toMatch(/— preço R\$\s10,00 → R\$\s7,00$/);
  });

  it("says which are there already", async () => {
    const { tenant_id } = await shop(["Vela", { name: "Vaso", deleted: true }]);
    const { structured } = await ana.call("validate_products", {
      tenant_id,
      target_tool: "restore_products",
      items: ["Vela", "Vaso"] as never,
    });
    const { confirmation_message } = structured.transaction_decision as { confirmation_message: string };
    expect(confirmation_message).toMatch(/1 já está assim\.\n1\. “Vela”.* — não está excluído, nada a fazer/);
  });

  it("names the candidates of an ambiguous item", async () => {
    const { tenant_id } = await shop([{ name: "Vela Azul", sku: "V-1" }, "Vela Verde", "Caneca"]);
    const { message } = await asked(ana, "delete_products", {
      tenant_id,
      items: ["Vela", "Caneca"] as never,
    });
    expect(message).toMatch(/“Vela Azul” · SKU “V-1”/);
    expect(message).toMatch(/“Vela Verde” · id /);
  });
});

describe("a connection without the scope", () => {
  it.each([
    ["pt-BR", /^Esta conexão não .*products:delete/],
    ["en", /^This connection .*products:delete/],
  ])("is told so, not that the role lacks it (%s)", async (language, text) => {
    const { client, tenant_id } = await owner({ language, choice: { ticked: ["products:read"] } });
    await createProducts(tenant_id, [{ name: "Fica" }]);
    const { structured } = await client.call("validate_products", { tenant_id, items: ["Fica"] as never });
    const [issue] = structured.issues as { error: string; message: string }[];
    expect(issue).toMatchObject({ error: "forbidden", message: expect.stringMatching(text) });
  });
});
