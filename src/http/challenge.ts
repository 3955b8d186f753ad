/**
 * A bearer token was sent and refused, but the challenge does not say so: the provider takes what it cannot parse for
 * no token at all, and the client would not know to drop it.
 */
export function withInvalidToken(request: Request, response: Response): Response {
  const challenge = response.headers.get("WWW-Authenticate");
  if (response.status !== 401 || challenge === null || /\berror=/.test(challenge)) return response;
  if (!/^bearer\s+\S/i.test(request.headers.get("Authorization") ?? "")) return response;
  const headers = new Headers(response.headers);
  headers.set("WWW-Authenticate", `${challenge}, error="invalid_token"`);
  return new Response(response.body, { status: 401, headers });
}
