import * as z from "zod";
import { notesOf, type Reading } from "./reading";

/** What the reader walks: a declaration without its wrappers, computed once. */
export type Form =
  | Exclude<Reading, { kind: "list" }>
  | { kind: "list"; min: number; max: number; item: Form }
  | { kind: "record"; fields: ReadonlyMap<string, Form> };

const known = new WeakMap<z.ZodType, Form>();

/** The form of a declaration. @throws Error for a kind of schema that no tool argument has */
export function formOf(schema: z.ZodType): Form {
  const before = known.get(schema);
  if (before) return before;
  const form = derive(schema);
  known.set(schema, form);
  return form;
}

function derive(schema: z.ZodType): Form {
  const { reading } = notesOf(schema);
  if (reading && reading.kind !== "list") return reading;
  if (schema instanceof z.ZodArray) {
    const { min, max } = reading ?? { min: 0, max: Number.POSITIVE_INFINITY };
    return { kind: "list", min, max, item: formOf(schema.element as z.ZodType) };
  }
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
    return { kind: "record", fields: new Map(shape.map(([key, field]) => [key, formOf(field)])) };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return formOf(schema.unwrap() as z.ZodType);
  }
  // A bare zod primitive would be read by nobody's rules; the building blocks of schema.ts say the limits too.
  throw new Error(`A tool argument needs a building block of schema.ts, not ${schema.type}`);
}
