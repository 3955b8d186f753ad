import { beforeAll, expect, it } from "vitest";
import { createCompany, createProducts, createUser, removeMember, setRole } from "../../support/companies";
import { productsOf } from "./client";

let tenantId: string;
let user: string;
let id: string;

beforeAll(async () => {
  user = await createUser();
  tenantId = (await createCompany({ members: { [user]: "admin" } })).tenantId;
  id = (await createProducts(tenantId, [{ name: "Pão" }]))[0]?.id ?? "";
});

async function statuses(): Promise<Record<string, number | string>> {
  const products = productsOf(user, tenantId);
  const outcome = ({ status, body }: { status: number; body: object }) =>
    status === 403 ? `403 ${"permission" in body ? body.permission : ""}` : status;
  return {
    list: outcome(await products.list()),
    get: outcome(await products.get(id)),
    create: outcome(await products.create({ name: "Bolo", sale_price: 1 })),
    patch: outcome(await products.patch(id, { sale_price: 2 })),
    remove: outcome(await products.remove(id)),
    restore: outcome(await products.restore(id)),
  };
}

it("gives each role its permissions, at once when the role changes", async () => {
  expect(await statuses()).toEqual({
    list: 200,
    get: 200,
    create: 201,
    patch: 200,
    remove: 200,
    restore: 200,
  });
  await setRole(user, tenantId, "manager");
  expect(await statuses()).toEqual({
    list: 200,
    get: 200,
    create: 201,
    patch: 200,
    remove: "403 products:delete",
    restore: 200,
  });
  await setRole(user, tenantId, "viewer");
  expect(await statuses()).toEqual({
    list: 200,
    get: 200,
    create: "403 products:create",
    patch: "403 products:update",
    remove: "403 products:delete",
    restore: "403 products:update",
  });
  await removeMember(user, tenantId);
  expect(new Set(Object.values(await statuses()))).toEqual(new Set([404]));
});

it("says missing_permission in a problem document", async () => {
  await setRole(user, tenantId, "viewer");
  const { headers, body } = await productsOf(user, tenantId).remove(id);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  expect(body).toMatchObject({ status: 403, code: "missing_permission", permission: "products:delete" });
});
