import { expect, it } from "vitest";
import { ANA, AURORA, BEIRA, type Bench, entries, toolsOf } from "./bench";
import { tenantIdIsSlug } from "./differences";

const TOOLS = [
  "get_user_data",
  "list_tenants",
  "select_tenant",
  "list_products",
  "get_product",
  "get_products",
  "validate_products",
  "create_product",
  "create_products",
  "update_product",
  "update_products",
  "delete_product",
  "delete_products",
  "restore_products",
  "confirm_operation",
  "cancel_operation",
  "get_operation",
];

/** The tools, the person and the companies. */
export function offer(bench: () => Bench): void {
  it("lists the tools that bitERP allows, and promises nothing else", async () => {
    const { ana, can } = bench();
    const tools = await toolsOf(ana);
    const expected = TOOLS.filter((name) => can.restore || name !== "restore_products");
    expect(tools.map(({ name }) => name).sort()).toEqual([...expected].sort());
    const said = JSON.stringify(tools);
    expect(/restor|restaur|reversível/i.test(said)).toBe(can.restore);
    const deletion = tools.find(({ name }) => name === "delete_product");
    expect(/não se desfaz/.test(deletion?.description ?? "")).toBe(!can.restore);
  });

  it("says who is signed in", async () => {
    const { structured } = await bench().ana.call("get_user_data");
    expect(structured).toMatchObject({ email: ANA, language: "pt-BR", timezone: "America/Sao_Paulo" });
    expect(Object.keys(structured).sort()).toEqual(["email", "id", "language", "name", "timezone"]);
  });

  it("lists the person's companies and nobody else's", async () => {
    const { ana, carla, way } = bench();
    const { structured } = await ana.call("list_tenants");
    const tenants = structured.tenants as Record<string, unknown>[];
    expect(tenants.map(({ tenant, role }) => [tenant, role]).sort()).toEqual([
      [BEIRA, "manager"],
      [AURORA, "admin"],
    ]);
    for (const { tenant_id, tenant } of tenants) expect(tenant_id === tenant).toBe(tenantIdIsSlug(way));
    const hers = (await carla.call("list_tenants")).structured.tenants;
    expect(hers).toMatchObject([{ tenant: AURORA, role: "viewer", company_name: "Padaria Aurora" }]);
  });

  it("takes a company's tenant_id and its slug alike, and names it in the answer", async () => {
    const { ana } = bench();
    const { structured } = await ana.call("list_tenants");
    const tenants = structured.tenants as Record<string, unknown>[];
    const { role: _, ...beira } = tenants.find(({ tenant }) => tenant === BEIRA) ?? {};
    for (const tenant_id of [beira.tenant_id, BEIRA]) {
      const page = await ana.call("list_products", { tenant_id, limit: 1 });
      expect(page.structured.tenant, page.text).toEqual(beira);
    }
  });

  it("never guesses a company for a write, and takes the chosen one for a read", async () => {
    const { another, carla } = bench();
    const draft = { name: "Nenhuma", sale_price: 1 };
    expect((await another.call("create_product", draft)).text).toContain("tenant_required");
    expect((await another.call("list_products", { limit: 1 })).text).toContain("tenant_required");
    await another.call("select_tenant", { tenant_id: AURORA });
    const read = await another.call("list_products", { limit: 1 });
    expect(read.structured.tenant).toMatchObject({ tenant: AURORA });
    expect((await another.call("create_product", draft)).text).toContain("tenant_required");
    const only = await carla.call("get_products", { items: [{ name: "nada disso" }] });
    expect(only.structured.tenant).toMatchObject({ tenant: AURORA });
    expect(entries(only)).toMatchObject([{ success: false, error: "not_found" }]);
  });

  it("answers somebody else's company like one that does not exist", async () => {
    const { carla } = bench();
    const said: string[] = [];
    for (const tenant_id of [BEIRA, "nenhuma"]) {
      const { text, isError } = await carla.call("list_products", { tenant_id });
      expect([isError, text]).toEqual([true, expect.stringContaining("tenant_not_found")]);
      said.push(text.replaceAll(tenant_id, "…").replace(/"request_id":"[^"]*"/, ""));
    }
    expect(said[0]).toBe(said[1]);
  });
}
