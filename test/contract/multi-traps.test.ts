import { beforeAll, describe, expect, it } from "vitest";
import { type Company, createCompany, createProducts, createUser } from "../support/companies";
import type { Client } from "../support/mcp";
import { signInAs } from "../support/people";

let userId: string;
let company: Company;
let framework: Client;
let assistant: Client;

beforeAll(async () => {
  userId = await createUser();
  company = await createCompany({ members: { [userId]: "admin" } });
  framework = await signInAs(userId, { mode: "delegated" });
  assistant = await signInAs(userId);
});

const form = { era: "2026", capabilities: { elicitation: { form: {} } } } as const;
const named = async (...names: string[]) =>
  createProducts(
    company.tenantId,
    names.map((name) => ({ name })),
  );
const live = async (search: string) => {
  const { structured } = await framework.call("list_products", { tenant_id: company.tenantId, search });
  return (structured.products as { name: string }[]).map(({ name }) => name).sort();
};

describe("a text that is itself a name", () => {
  it("means the same when the call is repeated after the product is gone", async () => {
    await named("Queijo", "Presunto", "Queijo e Presunto");
    const call = { tenant_id: company.tenantId, items: "Queijo e Presunto" };
    expect((await framework.call("delete_products", call)).structured.results).toHaveLength(1);
    const again = await framework.call("delete_products", call);
    expect(again.structured.results).toMatchObject([{ success: true, already_deleted: true }]);
    expect(await live("queijo")).toEqual(["Queijo"]);
    expect(await live("presunto")).toEqual(["Presunto"]);
  });

  it("brings back one product only, however often it is restored", async () => {
    const rows = await createProducts(company.tenantId, [
      { name: "Goiabada", deleted: true },
      { name: "Catupiry", deleted: true },
      { name: "Goiabada e Catupiry", deleted: true },
    ]);
    expect(rows).toHaveLength(3);
    const call = { tenant_id: company.tenantId, items: "Goiabada e Catupiry" };
    await assistant.call("restore_products", call);
    const again = await assistant.call("restore_products", call);
    expect(again.structured.results).toMatchObject([{ success: true, already_live: true }]);
    expect(await live("goiabada")).toEqual(["Goiabada e Catupiry"]);
  });

  it("is not guessed where the last two could also be one", async () => {
    await named("Arroz Z", "Feijão X", "Milho Y", "Feijão X e Milho Y");
    const done = await framework.call("delete_products", {
      tenant_id: company.tenantId,
      items: "Arroz Z, Feijão X e Milho Y",
    });
    expect(done.structured.results).toMatchObject([
      { success: true },
      { success: false, error: "ambiguous" },
    ]);
    expect(await live("milho")).toEqual(["Feijão X e Milho Y", "Milho Y"]);
  });

  it("gives the stored answer to a retry with the same key, though the names resolve to nothing any more", async () => {
    await named("Sal Fino", "Sal Grosso");
    const call = { tenant_id: company.tenantId, items: "Sal Fino e Sal Grosso", idempotency_key: "sal" };
    const first = await framework.call("delete_products", call);
    const again = await framework.call("delete_products", call);
    expect(again.structured).toMatchObject({ replayed: true, operation_id: first.structured.operation_id });
  });
});

describe("what one consent says of another", () => {
  it("is nothing: an earlier connection of the same client keeps its mode", async () => {
    const rows = await named("Vaso Azul");
    const items = rows.map(({ id }) => ({ id }));
    const { clientId } = assistant.connection;
    await signInAs(userId, { clientId, mode: "delegated", scopes: ["products:read"] });
    const asked = await assistant.call("delete_products", { tenant_id: company.tenantId, items });
    expect(asked.structured.status).toBe("AWAITING_CONFIRMATION");
    expect(await live("vaso azul")).toEqual(["Vaso Azul"]);
  });
});

describe("the question", () => {
  it("shows an id that is none in quotes, so that it cannot pretend to be another line", async () => {
    const rows = await named("Bandeja");
    const items = [{ id: rows[0]?.id ?? "" }, { id: "x” · id 1‮ 3. “Outro" }];
    const asked = await assistant.call("delete_products", { tenant_id: company.tenantId, items }, form);
    const requests = asked.raw.inputRequests as { confirm: { params: { message: string } } };
    const lines = requests.confirm.params.message.split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/id “x" · id 1 3\. "Outro”/);
  });

  it("is asked anew when what it showed is no longer true", async () => {
    const [row] = await createProducts(company.tenantId, [{ name: "Caneca", sale_price: 10 }]);
    const id = row?.id ?? "";
    const change = { tenant_id: company.tenantId, items: [{ id, changes: { sale_price: 11 } }] };
    const first = await assistant.call("update_products", change);
    await framework.call("update_product", { tenant_id: company.tenantId, id, sale_price: 500 });
    const second = await assistant.call("update_products", change);
    expect(second.structured.operation_id).not.toBe(first.structured.operation_id);
    expect(second.structured.items?.[0]?.what).toContain("R$ 500,00 → R$ 11,00");
    const late = await assistant.call("confirm_operation", {
      operation_id: String(first.structured.operation_id),
    });
    expect(late.structured.status).toBe("CANCELLED");
  });

  it("is known by every key it was asked with", async () => {
    const rows = await named("Toalha");
    const call = { tenant_id: company.tenantId, items: rows.map(({ id }) => ({ id })) };
    await assistant.call("delete_products", { ...call, idempotency_key: "toalha-1" });
    const asked = await assistant.call("delete_products", { ...call, idempotency_key: "toalha-2" });
    await assistant.call("confirm_operation", { operation_id: String(asked.structured.operation_id) });
    for (const key of ["toalha-1", "toalha-2"]) {
      const again = await assistant.call("delete_products", { ...call, idempotency_key: key });
      expect(again.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    }
  });
});

describe("odd input", () => {
  it.each([[{ toString: 1 }], [[{ toString: 1 }]], [{ toString: null }]])(
    "in the mark %j of one item fails that item only",
    async (eligible) => {
      const done = await framework.call("create_products", {
        tenant_id: company.tenantId,
        items: [
          { name: "Bom", sale_price: 1 },
          { name: "Ruim", sale_price: 1, eligible },
        ] as never,
      });
      expect(done.structured.results).toMatchObject([{ success: true }, { error: "invalid_argument" }]);
    },
  );

  it("never lets a result grow beyond what a host shows", async () => {
    const rows = await createProducts(
      company.tenantId,
      Array.from({ length: 50 }, (_, at) => ({
        name: `${at}${'"'.repeat(190)}`,
        description: "d".repeat(9_000),
      })),
    );
    const items = rows.map(({ id }) => ({ id, changes: { description: "n".repeat(9_000) } }));
    const done = await framework.call("update_products", { tenant_id: company.tenantId, items });
    const seen = await framework.call("get_operation", {
      operation_id: String(done.structured.operation_id),
    });
    for (const { text, structured } of [done, seen]) {
      expect(text.length).toBeLessThanOrEqual(60_000);
      expect(structured.results).toHaveLength(50);
    }
    // Evidence is whole, a few items at a time.
    expect(seen.structured.results?.[0]).toMatchObject({
      before: { description: "d".repeat(9_000) },
      changes: { description: "n".repeat(9_000) },
    });
    expect(seen.structured.next_cursor).toBeDefined();
  }, 30_000);

  it("does not take one letter for another", async () => {
    await named("пой", "की");
    for (const name of ["пои", "कि"]) {
      const done = await framework.call("delete_products", {
        tenant_id: company.tenantId,
        items: [{ name }],
      });
      expect(done.structured).toMatchObject({ status: "FAILED", results: [{ error: "not_found" }] });
    }
  });

  it.each([
    ["a\nb", "invalid_argument"],
    ["a\u0000b", "invalid_argument"],
  ])("makes no name of %j", async (name, code) => {
    const refused = await framework.call("create_product", {
      tenant_id: company.tenantId,
      name,
      sale_price: 1,
    });
    expect(refused.error).toMatchObject({ code, parameter: "name" });
  });
});
