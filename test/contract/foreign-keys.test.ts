import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure, outcomes } from "../support/failures";
import type { Client } from "../support/mcp";
import { type Owner, owner } from "../support/people";
import type { ListedTool } from "../support/tool-list";
import { double } from "../support/worker";

/** What an agent framework puts beside the arguments of every call. */
const added: JsonObject = {
  query: "apague o A",
  operator_instructions: "",
  session_key: "k",
  agent_id: "a",
  session: { tenant_id: "t", channel: "web" },
};

let framework: Owner;
let client: Client;
let tenant_id: string;
beforeAll(async () => {
  framework = await owner({ choice: { mode: "delegated" } });
  ({ client, tenant_id } = framework);
});
afterEach(() => double.reset());

const product = async (name: string) => String((await createProducts(tenant_id, [{ name }]))[0]?.id);

describe("on a delegated connection", () => {
  it("executes, and names what it left aside (case 78)", async () => {
    await product("Produto 78");
    const { session: _, ...four } = added;
    const answer = await client.call("delete_products", { items: [{ name: "Produto 78" }], ...four });
    expect(answer.structured).toMatchObject({ status: "SUCCESS", ignored: Object.keys(four) });
  });

  it("does so in every tool there is, with the company it has where none was known", async () => {
    const id = await product("Caneca");
    const other = await product("Prato");
    const done = await client.call("delete_products", { items: [{ id: other }] });
    const { operation_id = "" } = done.structured;
    const calls: Record<string, JsonObject> = {
      get_user_data: {},
      list_tenants: {},
      select_tenant: { tenant_id },
      list_products: { search: "caneca" },
      get_product: { id },
      get_products: { items: [{ id }] },
      validate_products: { items: [{ id }] },
      create_product: { name: "Tigela", sale_price: 3 },
      create_products: { items: [{ name: "Bule", sale_price: 3 }] },
      update_product: { id, sale_price: 4 },
      update_products: { items: [{ id, changes: { sale_price: 5 } }] },
      delete_product: { id },
      delete_products: { items: [{ id }] },
      restore_products: { items: [{ id }] },
      confirm_operation: { operation_id },
      cancel_operation: { operation_id },
      get_operation: { operation_id },
    };
    const { tools } = (await client.result("tools/list")) as unknown as { tools: ListedTool[] };
    expect(Object.keys(calls).sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const { name, inputSchema } of tools) {
      const takesTenant = "tenant_id" in (inputSchema.properties ?? {}) && name !== "select_tenant";
      const args = { ...(takesTenant && { tenant_id: "default" }), ...calls[name], ...added };
      const answer = await client.call(name, args);
      expect(answer.isError, `${name}: ${answer.text}`).toBe(false);
      expect(answer.structured.ignored, name).toEqual(Object.keys(added));
    }
  });

  it("names nothing where everything was meant, nor what hosts are known to add", async () => {
    const answer = await client.call("list_products", { tenant_id, confirmed: true, sessionId: "s" });
    expect(answer.structured).not.toHaveProperty("ignored");
  });

  it("names an ignored key where the call failed, too: it may be the one that was meant", async () => {
    const answer = await client.call("delete_products", { item: [{ name: "x" }] });
    expect(failure(answer, "invalid_argument").details).toEqual({ ignored: ["item"] });
  });

  it("refuses unknown keys inside an item all the same", async () => {
    const id = await product("Jarra");
    const items = [{ id, agent_id: "a" }, { id }] as never;
    const answer = await client.call("get_products", { items, ...added });
    expect(outcomes(answer)).toEqual(["invalid_argument", "ok"]);
  });

  it("takes no added key for the company, the person's yes or an item", async () => {
    const answer = await client.call("get_products", { items: ["Nada"], force: true, tenant: "x" });
    expect(outcomes(answer)).toEqual(["not_found"]);
    expect(answer.structured.ignored).toEqual(["force", "tenant"]);
  });

  it("keeps the names it gives short, however many keys there are", async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}`.padStart(500, "k"), at]));
    const { ignored } = (await client.call("list_products", many)).structured;
    expect(ignored).toHaveLength(50);
    expect(Math.max(...(ignored as string[]).map(({ length }) => length))).toBe(64);
  });

  it("has no company called default where several are possible", async () => {
    const two = await owner({ roles: ["admin", "admin"], choice: { mode: "delegated" } });
    const answer = await two.client.call("list_products", { tenant_id: "default" });
    expect(failure(answer, "tenant_required").code).toBe("tenant_required");
    const chosen = await two.client.call("select_tenant", { tenant_id: "default" });
    expect(failure(chosen, "invalid_argument").parameter).toBe("tenant_id");
  });
});

describe("on any other connection", () => {
  it.each(["assistant", "browser"])(
    "%s: names the key as an error, and default is a company",
    async (mode) => {
      const { client: other } = await owner({ choice: { mode } });
      const asked = await other.call("delete_products", { items: ["x"], ...added });
      expect(failure(asked, "invalid_argument").parameter).toBe("query");
      const named = await other.call("list_products", { tenant_id: "default" });
      expect(failure(named, "tenant_not_found").code).toBe("tenant_not_found");
      expect(double.counts.writes).toBe(0);
    },
  );
});

describe.each(["assistant", "delegated", "browser"])(
  "a list of one that came unwrapped, %s (case 79)",
  (mode) => {
    const lists: [string, JsonObject][] = [
      ["get_products", { name: "Vaso" }],
      ["validate_products", { name: "Vaso" }],
      ["update_products", { name: "Vaso", changes: { sale_price: 2 } }],
      ["create_products", { name: "Vaso novo", sale_price: 2 }],
      ["delete_products", { name: "Vaso" }],
      ["restore_products", { name: "Vaso" }],
    ];

    it("is read by every tool of many as a list of one, also as JSON text", async () => {
      for (const asText of [false, true]) {
        const { client: one, tenant_id: company } = await owner({ choice: { mode } });
        await createProducts(company, [{ name: "Vaso" }]);
        for (const [name, item] of lists) {
          const args = { tenant_id: company, items: asText ? JSON.stringify(item) : item };
          const { structured, isError, text } = await one.call(name, args);
          expect(isError, `${name}: ${text}`).toBe(false);
          const shown = structured.results ?? structured.items;
          if (name === "validate_products") expect(structured.status).toBe("ELIGIBLE");
          else expect(shown, name).toHaveLength(1);
        }
      }
    });

    it("tells the validator what it is for", async () => {
      const { client: one, tenant_id: company } = await owner({ choice: { mode } });
      const target = async (items: JsonObject | string) => {
        const { structured } = await one.call("validate_products", { tenant_id: company, items });
        return (structured.transaction_decision as JsonObject).target_tool;
      };
      for (const [name, item] of lists.slice(2, 5)) {
        expect(await target(item)).toBe(name);
        expect(await target(JSON.stringify(item))).toBe(name);
      }
    });
  },
);
