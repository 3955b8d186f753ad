import { Hono } from "hono/tiny";
import { DatabaseUnavailable } from "../../src/database";
import { allowed, member, tenantsOf } from "./access";
import { respond } from "./answers";
import { authenticated } from "./auth";
import type { Bundled } from "./context";
import { notFound, Problem } from "./problems";
import { createProduct } from "./products/create";
import { listProducts } from "./products/list";
import { getProduct } from "./products/read";
import { deleteProduct } from "./products/remove";
import { restoreProduct } from "./products/restore";
import { patchProduct } from "./products/update";

const products = new Hono<Bundled>()
  .use(member)
  .get("/", allowed("products:read"), listProducts)
  .post("/", allowed("products:create"), createProduct)
  .get("/:id", allowed("products:read"), (c) => getProduct(c, c.req.param("id")))
  .patch("/:id", allowed("products:update"), (c) => patchProduct(c, c.req.param("id")))
  .delete("/:id", allowed("products:delete"), (c) => deleteProduct(c, c.req.param("id")))
  .post("/:id/restore", allowed("products:update"), (c) => restoreProduct(c, c.req.param("id")));

/** The bundled bitERP: every route of the HTTP contract, over D1. */
export const app = new Hono<Bundled>()
  .use(authenticated)
  .get("/v1/me", (c) => c.json(c.var.user))
  .get("/v1/tenants", async (c) => c.json({ data: await tenantsOf(c.env.DB, c.var.user.id) }))
  .route("/v1/tenants/:tenant/products", products);

app.notFound(() => respond(notFound().answer));

app.onError((error) => {
  const problem = error instanceof Problem ? error : problemOf(error);
  return respond(problem.answer, problem.status === 401 ? { "WWW-Authenticate": "Bearer" } : {});
});

/** What is not a refusal of ours may hold SQL: it stays inside. */
function problemOf(error: Error): Problem {
  // Without Retry-After, which would promise that a write was not done.
  if (error instanceof DatabaseUnavailable)
    return new Problem(503, "unavailable", "The data cannot be reached at the moment.");
  return new Problem(500, "internal_error", "Something went wrong.");
}
