import { isRecord } from "../json";
import type { Form } from "./form";
import { itemPath, keyPath } from "./path";
import { refuse, wrongKind } from "./refuse";
import { readChoice, readCount, readFlag, readIdentifier, readMoney, readText } from "./scalars";

/**
 * Turns what a client sent into what the declaration means.
 * @param path of the value, for messages; empty at the root
 * @param ignored keys of this very object that hosts add by themselves
 * @returns the value, or undefined for "left out"
 * @throws Failure `invalid_argument` or `ambiguous_number`
 */
export function coerce(form: Form, value: unknown, path: string, ignored?: ReadonlySet<string>): unknown {
  if (form.kind === "untouched") return value;
  if (value === undefined || value === null) return undefined;
  switch (form.kind) {
    case "text":
      return readText(form, value, path);
    case "identifier":
      return readIdentifier(form, value, path);
    case "money":
      return readMoney(value, path);
    case "flag":
      return readFlag(value, path);
    case "count":
      return readCount(form, value, path);
    case "choice":
      return readChoice(form, value, path);
    case "list":
      return coerceList(form, value, path);
    case "record":
      return coerceRecord(form, value, path, ignored);
  }
}

/**
 * The value of a JSON text where a list or an object is expected; anything but text as it is.
 * @returns undefined for a blank text
 */
export function unpacked(value: unknown, path: string, expected: "list" | "object"): unknown {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    throw refuse(path, "argument.bad_json", { parameter: path, expected });
  }
}

/**
 * What was sent where a list belongs, also as JSON text. An object is a list of one: some clients unwrap every list of
 * one that they were answered, and send back what they hold.
 * @returns undefined for "left out"
 * @throws Failure `invalid_argument` for anything else that is no list
 */
export function listFrom(value: unknown, path: string): unknown[] | undefined {
  const found = unpacked(value, path, "list");
  if (found === undefined) return undefined;
  if (isRecord(found)) return [found];
  if (!Array.isArray(found)) throw wrongKind(path, "list", value);
  return found;
}

/** Refuses a list that is too short or too long. */
export function checkCount(given: number, min: number, max: number, path: string): void {
  if (given < min || given > max)
    throw refuse(path, "argument.item_count", { parameter: path, min, max, given });
}

function coerceList(form: Extract<Form, { kind: "list" }>, value: unknown, path: string): unknown {
  const found = listFrom(value, path);
  if (found === undefined) return undefined;
  checkCount(found.length, form.min, form.max, path);
  return found.map((item, index) => coerce(form.item, item, itemPath(path, index)));
}

function coerceRecord(
  form: Extract<Form, { kind: "record" }>,
  value: unknown,
  path: string,
  ignored?: ReadonlySet<string>,
): unknown {
  const found = unpacked(value, path, "object");
  if (found === undefined) return undefined;
  if (!isRecord(found)) throw wrongKind(path, "object", value);
  const unknown = Object.keys(found).filter((key) => !form.fields.has(key) && !ignored?.has(key));
  const first = unknown[0];
  if (first !== undefined)
    throw refuse(keyPath(path, first), "argument.unknown_keys", {
      keys: unknown.slice(0, 10),
      valid: [...form.fields.keys()],
      inside: path,
    });
  // Only declared names are ever written, so that `__proto__` of a client can reach nothing.
  const out: Record<string, unknown> = {};
  for (const [key, field] of form.fields) {
    const read = Object.hasOwn(found, key) ? coerce(field, found[key], keyPath(path, key)) : undefined;
    if (read !== undefined) out[key] = read;
  }
  return out;
}
