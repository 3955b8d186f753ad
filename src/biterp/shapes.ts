import * as z from "zod";
import { type Permission, permissions } from "./port";
import { heldPrice } from "./price";

/** What bitERP answers. Unknown fields are dropped; a remote bitERP may leave out, or null, what is only text. */

const absentText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const id = z.union([z.string().min(1), z.int().transform(String)]);

export const profileShape = z.object({
  id,
  email: absentText,
  name: absentText,
  language: absentText,
  timezone: absentText,
});

const known: ReadonlySet<string> = new Set(permissions);

export const tenantsShape = z
  .object({
    data: z.array(
      z.object({
        tenant_id: id,
        tenant: z.string(),
        company_name: z.string(),
        role: absentText,
        permissions: z
          .array(z.string())
          .transform((held) => held.filter((name): name is Permission => known.has(name))),
      }),
    ),
  })
  .transform((answer) => answer.data);

export const productShape = z
  .object({
    id,
    name: z.string(),
    sale_price: z.number(),
    description: absentText,
    sku: absentText,
    is_active: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    etag: z.string(),
    deleted_at: z.string().nullish(),
  })
  .transform(({ deleted_at, sale_price, ...product }) => ({
    ...product,
    ...heldPrice(sale_price),
    ...(deleted_at ? { deleted_at } : {}),
  }));

export const pageShape = z
  .object({
    data: z.array(productShape),
    next_cursor: z.string().nullish(),
    has_next_page: z.boolean(),
    total: z.int().nonnegative(),
  })
  .transform(({ next_cursor, ...page }) => ({ ...page, ...(next_cursor ? { next_cursor } : {}) }));
