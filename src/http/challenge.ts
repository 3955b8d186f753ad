import { permissions } from "../permissions";
import { json } from "./answers";

/** What a client asks for that has no better idea; it may ask for less, and the person may allow less. */
const SCOPE = permissions.join(" ");

/**
 * Whatever refused the caller, completed: the provider says nothing in the body, names no scope to ask for, and takes
 * a token that it cannot parse for no token at all, so that the client would not know to drop it.
 */
export async function completedChallenge(request: Request, response: Response): Promise<Response> {
  const challenge = response.headers.get("WWW-Authenticate");
  if (response.status !== 401 || challenge === null) return response;
  const sent = /^bearer\s+\S/i.test(request.headers.get("Authorization") ?? "");
  const parts = [
    challenge,
    sent && !/\berror=/.test(challenge) && 'error="invalid_token"',
    !/\bscope=/.test(challenge) && `scope="${SCOPE}"`,
  ];
  const headers = new Headers(response.headers);
  headers.set("WWW-Authenticate", parts.filter(Boolean).join(", "));
  const told = await response.text();
  if (told !== "") return new Response(told, { status: 401, headers });
  const body = sent
    ? { error: "invalid_token", error_description: "Sign in again" }
    : { error: "unauthorized", error_description: "Sign in first" };
  return json(401, body, Object.fromEntries(headers));
}
