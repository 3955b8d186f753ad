import type { Context } from "hono";
import { boundedText } from "../bounded-body";

/** A consent form carries the client's `state`, which no browser sends longer than an address may be. */
const MAX_BYTES = 64 * 1024;

/** The fields of a posted form; none when the body is no form of ours, or larger than one can be. */
export async function fieldsOf(c: Context): Promise<URLSearchParams> {
  const text = await boundedText(c.req.raw, MAX_BYTES);
  return new URLSearchParams(typeof text === "string" ? text : "");
}
