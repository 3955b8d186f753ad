import { StoreConflict } from "./consistent-store";

/** How often a refresh that lost a race is tried again. */
const TRIES = 6;

/**
 * What a request that lost a race for a grant comes to. A refresh is simply tried again, for the grant is still good;
 * a code that somebody else redeemed is used up.
 * @param body of the request, when it is one to the token endpoint: it can be read only once
 */
export async function settlingRaces(
  request: Request,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isToken = request.method === "POST" && new URL(request.url).pathname === "/token";
  if (!isToken) return serve(request);
  const body = await request.text();
  const again = () => new Request(request.url, { method: "POST", headers: request.headers, body });
  const refreshes = new URLSearchParams(body).get("grant_type") === "refresh_token";
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await serve(again());
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
      if (!refreshes || attempt === TRIES) return used();
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt * Math.random()));
    }
  }
}

function used(): Response {
  const body = { error: "invalid_grant", error_description: "It was used already" };
  return Response.json(body, { status: 400, headers: { "Cache-Control": "no-store" } });
}
