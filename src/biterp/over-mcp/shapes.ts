import * as z from "zod";
import { isRecord } from "../../json";
import { type Permission, permissions } from "../port";
import { heldPrice } from "../price";

/** What bitERP's tools answer, in the forms they are seen in. Unknown fields are dropped. */

const absentText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const id = z.union([z.string().min(1), z.int().transform(String)]);

/** The value itself, or what stands in it under one of these names. */
const inside = (names: readonly string[]) => (value: unknown) => {
  if (!isRecord(value)) return value;
  const name = names.find((one) => typeof value[one] === "object" && value[one] !== null);
  return name === undefined ? value : value[name];
};

export const profileShape = z.preprocess(
  inside(["user", "data"]),
  z
    .object({
      id: id.nullish(),
      email: absentText,
      name: absentText,
      language: absentText,
      timezone: absentText,
    })
    // Not the address in place of the id: addresses pass to other people.
    .transform(({ id: known, ...profile }) => ({ id: known ?? "", ...profile }))
    .refine((profile) => profile.id !== "" || profile.email !== ""),
);

const known: ReadonlySet<string> = new Set(permissions);

export const tenantsShape = z.preprocess(
  inside(["tenants", "data"]),
  z.array(
    z
      .object({
        tenant_id: id.nullish(),
        tenant: z.string().min(1),
        company_name: absentText,
        role: absentText,
        permissions: z.array(z.string()).nullish(),
      })
      .transform(({ tenant_id, permissions: held, ...tenant }) => ({
        ...tenant,
        tenant_id: tenant_id ?? tenant.tenant,
        company_name: tenant.company_name || tenant.tenant,
        // Where they are not told, bitERP itself is who says no.
        permissions: held ? held.filter((name): name is Permission => known.has(name)) : [...permissions],
      })),
  ),
);

const price = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]);

const productFields = z
  .object({
    id,
    name: z.string(),
    sale_price: price,
    description: absentText,
    sku: absentText,
    is_active: z.boolean(),
    created_at: absentText,
    updated_at: absentText,
    deleted_at: z.string().nullish(),
    /** The row is shortened: not what the product really says. */
    description_truncated: z.boolean().nullish(),
  })
  .transform(({ sale_price, ...fields }) => ({ ...fields, ...heldPrice(sale_price) }));

export type WireProduct = z.output<typeof productFields>;

export const productShape = z.preprocess(inside(["product", "data"]), productFields);

/** What a deletion answers: the product as it is now, or only that it is gone. */
export const deletionShape = z.preprocess(
  inside(["product", "data"]),
  z.union([
    z.object({ id, deleted: z.literal(true) }).transform((gone) => ({ id: gone.id, product: undefined })),
    productFields.transform((product) => ({ id: product.id, product })),
  ]),
);

export const pageShape = z
  .preprocess(
    (value) => (Array.isArray(value) ? { products: value } : value),
    z.object({
      products: z.array(productFields).optional(),
      data: z.array(productFields).optional(),
      has_next_page: z.boolean().nullish(),
      next_cursor: z.string().nullish(),
    }),
  )
  .transform(({ products, data, has_next_page, next_cursor }) => {
    // Without a cursor there is no way to a next page, whatever is said of one.
    const cursor = has_next_page === false ? undefined : next_cursor || undefined;
    return { rows: products ?? data, next_cursor: cursor };
  })
  .refine((page): page is typeof page & { rows: WireProduct[] } => page.rows !== undefined);
