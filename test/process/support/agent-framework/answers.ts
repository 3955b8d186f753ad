import type { Values } from "./config";

/** What the framework does with an answer, before its own prompt sees it. */

/** How many entries of a list, and how many levels, its prompt keeps. */
const KEPT = { entries: 24, levels: 6 };

/** A list of one becomes its element, all the way down. */
export function unwrapped(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 1 ? unwrapped(value[0]) : value.map((one) => unwrapped(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrapped(inner)]));
}

/** The payload of a tool result: structured content before text, without the wrappers of other servers. */
export function payloadOf(result: Values): Values {
  const [block] = (result.content ?? []) as { text?: string }[];
  let root = result.structuredContent ?? JSON.parse(block?.text ?? "{}");
  for (const key of ["result", "error"]) if (key in (root as Values)) root = (root as Values)[key];
  return unwrapped(root) as Values;
}

/** How a set ended in the framework's eyes. */
export interface Normalised {
  status: "SUCCESS" | "PARTIAL_SUCCESS" | "FAILED";
  /** Of a set of two or more only. */
  succeeded?: number;
  failed?: number;
  payload: Values;
}

const succeeded = (entry: unknown) => {
  const { success, ok } = (entry ?? {}) as Values;
  return typeof success === "boolean" ? success : typeof ok === "boolean" ? ok : undefined;
};

/** A set of two or more is counted; everything else is a plain result. */
export function normalised(tool: string, payload: Values, isError: boolean): Normalised {
  const output = payload.output as Record<string, Values> | undefined;
  const results = payload.results ?? output?.[tool]?.results;
  if (Array.isArray(results) && results.length > 1) {
    const ends = results.map(succeeded);
    if (!ends.includes(undefined)) {
      const good = ends.filter(Boolean).length;
      const status = good === ends.length ? "SUCCESS" : good > 0 ? "PARTIAL_SUCCESS" : "FAILED";
      return { status, succeeded: good, failed: ends.length - good, payload };
    }
  }
  return { status: payload.status === "FAILED" || isError ? "FAILED" : "SUCCESS", payload };
}

/** What its model gets to read of an answer. */
export function forPrompt(value: unknown, level = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (level >= KEPT.levels) return "…";
  if (Array.isArray(value)) return value.slice(0, KEPT.entries).map((one) => forPrompt(one, level + 1));
  const entries = Object.entries(value).filter(([key]) => key !== "state");
  return Object.fromEntries(entries.map(([key, inner]) => [key, forPrompt(inner, level + 1)]));
}
