import { canonicalise } from "../auth/public-url";
import type { Config } from "../config";

const FORM = "application/x-www-form-urlencoded";
const MAX_BYTES = 64 * 1024;

/**
 * A token request with the resource spelt as this server spells it. What `/authorize` accepted must not be refused
 * here: clients repeat the address the person typed.
 * @returns null when the body is larger than any token request is
 */
export async function canonicalTokenRequest(request: Request, config: Config): Promise<Request | null> {
  const type = request.headers.get("Content-Type") ?? "";
  if (request.method !== "POST" || !type.toLowerCase().startsWith(FORM)) return request;
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_BYTES) return null;
  const body = await request.arrayBuffer();
  if (body.byteLength > MAX_BYTES) return null;
  const form = new URLSearchParams(new TextDecoder().decode(body));
  canonicalise(form, config);
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  return new Request(request.url, { method: "POST", headers, body: form.toString(), signal: request.signal });
}
