import { canonicalise } from "../auth/public-url";
import type { Config } from "../config";
import { boundedText, MOST_OAUTH, withBody } from "./bounded-body";

const FORM = "application/x-www-form-urlencoded";

/**
 * A token request, read whole, with the resource spelt as this server spells it. What `/authorize` accepted must not be
 * refused here: clients repeat the address the person typed.
 * @returns the HTTP status of the refusal when it is no form or names a parameter twice, or is larger or slower than any token request is
 */
export async function canonicalTokenRequest(
  request: Request,
  config: Config,
): Promise<Request | 400 | 408 | 413> {
  if (request.method !== "POST") return request;
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith(FORM)) return 400;
  const body = await boundedText(request, MOST_OAUTH);
  if (typeof body !== "string") return body;
  const form = new URLSearchParams(body);
  // OAuth takes a parameter without a value for absent, and each at most once, but for `resource` (RFC 6749, 3.2; RFC 8707).
  // Whoever checks one and whoever uses one of two would otherwise speak of different clients.
  for (const [name, value] of [...form]) if (value === "") form.delete(name, "");
  for (const name of new Set(form.keys())) {
    if (name !== "resource" && form.getAll(name).length > 1) return 400;
  }
  canonicalise(form, config);
  return withBody(request, form.toString());
}
