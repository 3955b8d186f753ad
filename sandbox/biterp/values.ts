import * as z from "zod";
import { Problem } from "./problems";
import { characters, read } from "./validation";

const highestPrice = 999_999_999.99;

const text = (longest: number) =>
  z.string().refine((value) => characters(value) <= longest, { error: "too_long" });

const name = text(200)
  .trim()
  .refine((value) => value !== "", { error: "required" });
const description = text(10_000);
const sku = text(64).trim();
const price = z
  .number()
  .min(0)
  .max(highestPrice)
  .refine((value) => Math.round(value * 100) / 100 === value, { error: "too_many_decimals" });

const draft = z.strictObject({
  name,
  sale_price: price,
  description: description.default(""),
  sku: sku.default(""),
  is_active: z.boolean().default(true),
});

const changes = z.strictObject({
  name: name.optional(),
  sale_price: price.optional(),
  description: description.optional(),
  is_active: z.boolean().optional(),
});

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Problem(400, "malformed_body", "The body is not JSON.");
  }
}

/** @throws Problem 400 `malformed_body`, 422 */
export const readDraft = (body: string): z.output<typeof draft> => read(draft, json(body));

/** @throws Problem 400 `malformed_body`, 422 */
export const readChanges = (body: string): z.output<typeof changes> => read(changes, json(body));

/** @param price in the main unit, with at most two decimals */
export const toCents = (price: number): number => Math.round(price * 100);
