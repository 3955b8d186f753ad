import * as z from "zod";
import { respond } from "../answers";
import type { BundledContext } from "../context";
import { findProduct, toProduct } from "../rows";
import { read } from "../validation";
import { gone } from "./gone";

const options = z.object({ deleted: z.enum(["exclude", "include"]).default("exclude") });

/** `GET …/products/{id}`: 200, or 404, and 410 for a deleted one unless `deleted=include`. */
export async function getProduct(c: BundledContext, id: string): Promise<Response> {
  const { deleted } = read(options, c.req.query());
  const row = await findProduct(c.env.DB, c.var.access.tenantId, id);
  if (row.deleted_at !== null && deleted === "exclude") throw gone(row.deleted_at);
  return respond({ status: 200, body: toProduct(row) });
}
