import * as z from "zod";
import { fold } from "../../../src/text";
import type { SearchField, StateFilter } from "../search-index";
import { characters, read } from "../validation";

const folded = z.string().transform(fold);
const given = (value: string) => value !== "";

const parameters = z.object({
  search: z
    .string()
    .refine((value) => characters(value) <= 200, { error: "too_long" })
    .pipe(folded)
    .default(""),
  fields: z.literal("name,sku").optional(),
  name: folded.refine(given, { error: "required" }).optional(),
  sku: z.string().refine(given, { error: "required" }).optional(),
  active_only: z.enum(["true", "false"]).default("false"),
  deleted: z.enum(["exclude", "only", "include"]).default("exclude"),
  cursor: z.string().default(""),
  limit: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .default(20),
});

/** Which products a list holds. Text is folded. */
export interface ListFilter extends StateFilter {
  /** "" means no search. */
  search: string;
  field: SearchField;
  name: string | undefined;
  sku: string | undefined;
}

/** The filter, and which page of it. */
export interface ListQuery {
  filter: ListFilter;
  /** "" means the first page. */
  cursor: string;
  limit: number;
}

/** @throws Problem 422 */
export function readListQuery(query: Record<string, string>): ListQuery {
  const { search, fields, name, sku, active_only, deleted, cursor, limit } = read(parameters, query);
  const activeOnly = active_only === "true";
  return { filter: { search, field: fields ?? "all", name, sku, activeOnly, deleted }, cursor, limit };
}
