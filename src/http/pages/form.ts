import type { Context } from "hono";

/** A consent form carries the client's `state`, which no browser sends longer than an address may be. */
const MAX_BYTES = 64 * 1024;

/** The fields of a posted form; none when the body is no form of ours, or larger than one can be. */
export async function fieldsOf(c: Context): Promise<URLSearchParams> {
  if (Number(c.req.header("Content-Length") ?? 0) > MAX_BYTES) return new URLSearchParams();
  const body = await c.req.arrayBuffer();
  return new URLSearchParams(body.byteLength > MAX_BYTES ? "" : new TextDecoder().decode(body));
}
