import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json";
import { CELESTE, type Company, createCompany, createProducts } from "../support/companies";
import { failure } from "../support/failures";
import type { Client } from "../support/mcp";
import { type Owner, owner, signInAs } from "../support/people";
import { double } from "../support/worker";

let person: Owner;
let client: Client;
let a: Company;
let b: Company;
let c: Company;
beforeAll(async () => {
  person = await owner({ roles: ["admin", "manager"] });
  client = person.client;
  a = person.companies[0];
  b = person.companies[1] as Company;
  c = await createCompany({ members: {} });
  await createProducts(a.tenantId, [{ name: "De A" }]);
  await createProducts(b.tenantId, [{ name: "De B" }]);
});
afterEach(() => double.reset());

const ref = ({ tenantId, slug, name }: Company) => ({
  tenant_id: tenantId,
  tenant: slug,
  company_name: name,
});
const sorted = (tenants: Json | undefined) =>
  [...(tenants as JsonObject[])].sort((x, y) => String(x.tenant).localeCompare(String(y.tenant)));
const own = () => sorted([ref(a), ref(b)]);
const fresh = () => signInAs(person.userId);
const draft = () => ({ name: `Novo ${crypto.randomUUID()}`, sale_price: 1 });

const writes: [string, () => JsonObject][] = [
  ["create_product", draft],
  ["update_product", () => ({ id: "x", sale_price: 1 })],
  ["delete_product", () => ({ id: "x" })],
  ["create_products", () => ({ items: [draft()] })],
  ["update_products", () => ({ items: [{ name: "De B", changes: { sale_price: 2 } }] })],
  ["delete_products", () => ({ items: ["De B"] })],
  ["restore_products", () => ({ items: ["De B"] })],
];

describe.each(writes)("%s", { timeout: 30_000 }, (tool, args) => {
  it("never guesses a company, whatever was chosen for reads", async () => {
    const other = await fresh();
    for (const selected of [undefined, b.tenantId]) {
      if (selected) await other.call("select_tenant", { tenant_id: selected });
      const { parameter, details } = failure(await other.call(tool, args()), "tenant_required");
      expect(parameter).toBe("tenant_id");
      expect(sorted(details?.tenants)).toEqual(own());
    }
    expect(double.counts.writes).toBe(0);
  });

  it("answers a name, an unreachable company and an unknown one alike, listing the person's own", async () => {
    const texts = new Set<string>();
    for (const typed of [b.name, c.slug, c.tenantId, CELESTE, "nao-existe"]) {
      const error = failure(await client.call(tool, { tenant_id: typed, ...args() }), "tenant_not_found");
      expect(sorted(error.details?.tenants)).toEqual(own());
      expect(error.message).toContain(typed);
      texts.add(JSON.stringify({ ...error, message: error.message.replace(typed, "…"), request_id: "" }));
    }
    expect(texts.size).toBe(1);
    expect(double.counts.writes).toBe(0);
  });
});

describe("a company that is named", () => {
  it.each(["slug", "id", "slug in capitals"])("is found by its %s", async (how) => {
    const typed =
      { slug: b.slug, id: b.tenantId, "slug in capitals": ` ${b.slug.toUpperCase()} ` }[how] ?? "";
    const made = await client.call("create_product", { tenant_id: typed, ...draft() });
    expect(made.structured.tenant).toEqual(ref(b));
  });

  it("stands in the question and in the answer of a set", async () => {
    const [row] = await createProducts(a.tenantId, [{ name: "Some" }]);
    const asked = await client.call("delete_products", {
      tenant_id: a.slug,
      items: [{ id: String(row?.id) }],
    });
    expect(asked.structured.tenant).toEqual(ref(a));
    expect(asked.structured.confirmation_message).toContain(a.name);
    const done = await client.call("confirm_operation", {
      operation_id: String(asked.structured.operation_id),
    });
    expect(done.structured.tenant).toEqual(ref(a));
  });

  it("decides, also against the chosen one", async () => {
    const other = await fresh();
    await other.call("select_tenant", { tenant_id: b.slug });
    const list = await other.call("list_products", { tenant_id: a.slug });
    expect(list.structured.tenant).toEqual(ref(a));
  });
});

describe("a company that is left out", () => {
  it("is asked for when several are possible", async () => {
    const { details } = failure(await (await fresh()).call("list_products"), "tenant_required");
    expect(sorted(details?.tenants)).toEqual(own());
  });

  it("is the chosen one for reads", async () => {
    const other = await fresh();
    const chosen = await other.call("select_tenant", { tenant_id: b.slug });
    expect(chosen.structured).toEqual({ tenant: ref(b) });
    for (const [tool, args] of [
      ["list_products", {}],
      ["get_products", { items: ["De B"] }],
    ] as [string, JsonObject][]) {
      expect((await other.call(tool, args)).structured.tenant).toEqual(ref(b));
    }
  });

  it("is the only one, for reads and writes", async () => {
    const single = await owner();
    const made = await single.client.call("create_product", draft());
    expect(made.structured.tenant).toEqual(ref(single.companies[0]));
    const list = await single.client.call("list_products");
    expect(list.structured.products).toHaveLength(1);
  });

  it.each(["", null])("is left out when it is %j, too", async (tenant_id) => {
    failure(await (await fresh()).call("list_products", { tenant_id }), "tenant_required");
  });
});

describe("a connection pinned to one company", () => {
  const pinned = () => signInAs(person.userId, { pinned: a.tenantId });

  it("acts there without naming it, and nowhere else", async () => {
    const one = await pinned();
    const made = await one.call("create_product", draft());
    expect(made.structured.tenant).toEqual(ref(a));
    for (const tenant_id of [b.tenantId, b.slug, c.slug]) {
      for (const [tool, args] of [
        ["create_product", draft()],
        ["list_products", {}],
        ["select_tenant", {}],
        ["delete_products", { items: ["De B"] }],
      ] as [string, JsonObject][]) {
        const { details } = failure(await one.call(tool, { ...args, tenant_id }), "tenant_not_found");
        expect(details?.tenants).toEqual([ref(a)]);
      }
    }
  });

  it("shows that company only", async () => {
    const { tenants } = (await (await pinned()).call("list_tenants")).structured;
    expect(tenants).toEqual([{ ...ref(a), role: "admin" }]);
  });
});

it("lists the person's companies with their roles, and no others", async () => {
  const { tenants } = (await client.call("list_tenants")).structured;
  expect(sorted(tenants)).toEqual(
    sorted([
      { ...ref(a), role: "admin" },
      { ...ref(b), role: "manager" },
    ]),
  );
});

it("answers another company's product id like an unknown one", async () => {
  const [row] = await createProducts(b.tenantId, [{ name: "Só em B" }]);
  const ask = (id: string) => client.call("get_product", { tenant_id: a.tenantId, id });
  const foreign = failure(await ask(String(row?.id)), "not_found");
  const unknownId = crypto.randomUUID();
  const unknown = failure(await ask(unknownId), "not_found");
  expect(foreign.message.replace(String(row?.id), "")).toBe(unknown.message.replace(unknownId, ""));
  expect(foreign.details).toEqual(unknown.details);
});

it("says the companies in the person's language", async () => {
  const english = await owner({ language: "en", roles: ["admin", "admin"] });
  const { message } = failure(await english.client.call("list_products"), "tenant_required");
  expect(message).toMatch(/compan/);
  expect(failure(await (await fresh()).call("list_products"), "tenant_required").message).toMatch(/empresa/);
});

it("reads in one round trip when the company is named by its id", async () => {
  double.delay(50);
  await client.call("list_products", { tenant_id: a.tenantId });
  expect(double.log.map(({ path }) => path.split("?")[0]).sort()).toEqual([
    "/v1/tenants",
    `/v1/tenants/${a.tenantId}/products`,
  ]);
  expect(double.counts.maxInFlight).toBe(2);
});
