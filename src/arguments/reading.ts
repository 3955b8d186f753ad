import type * as z from "zod";
import type { Language } from "../messages";

/** One description in every language. */
export type Texts = Record<Language, string>;

/** How one value of a declaration is read. Kept in the schema's metadata, never published. */
export type Reading =
  | { kind: "text"; max: number; trim: boolean; update: boolean; clearable: boolean; line: boolean }
  | { kind: "identifier"; max: number }
  | { kind: "money" }
  | { kind: "flag" }
  | { kind: "count"; min: number; max: number }
  | { kind: "choice"; options: readonly string[] }
  | { kind: "list"; min: number; max: number }
  | { kind: "untouched" };

/** The metadata of ours that a schema may carry. */
export interface Notes {
  reading?: Reading;
  texts?: Texts;
  /** What is published in place of the schema itself, where its items are read one by one. */
  shown?: z.ZodType;
}

/** The metadata of one schema node; wrappers such as `.optional()` have their own. */
export function notesOf(schema: z.ZodType): Notes {
  return (schema.meta() ?? {}) as Notes;
}

/** Adds metadata of ours to a schema. */
export function annotate<T extends z.ZodType>(schema: T, notes: Notes): T {
  return schema.meta({ ...notes });
}
