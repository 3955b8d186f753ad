import { canonicalise } from "../auth/public-url";
import type { Config } from "../config";
import { boundedText, MOST_OAUTH, withBody } from "./bounded-body";

const FORM = "application/x-www-form-urlencoded";

/**
 * A token request, read whole, with the resource spelt as this server spells it. What `/authorize` accepted must not be
 * refused here: clients repeat the address the person typed.
 * @returns the HTTP status of the refusal when it is no form, or larger or slower than any token request is
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
  canonicalise(form, config);
  return withBody(request, form.toString());
}
