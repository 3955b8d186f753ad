import { answerOnce } from "../answer-once";
import { hashed } from "../vault";
import { StoreConflict } from "./consistent-store";

/** How often a refresh that lost a race is tried again. */
const TRIES = 6;

/**
 * Settles what several requests to the token endpoint do at the same moment. One that is sent twice, word for word, is
 * done once: a refresh gets the same tokens again, for of two answers only the later one's refresh token would live; a
 * code is used up, and reaching the provider with it would end the connection that the first has just got. One that
 * lost a race for a grant all the same is tried again when it refreshes, for the grant is still good.
 */
export async function settlingRaces(
  request: Request,
  store: KVNamespace,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== "POST" || new URL(request.url).pathname !== "/token") return serve(request);
  const body = new TextDecoder().decode(await request.arrayBuffer());
  const form = new URLSearchParams(body);
  const refreshes = form.get("grant_type") === "refresh_token";
  const attempt = async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await serve(new Request(request.url, { method: "POST", headers: request.headers, body }));
      } catch (error) {
        if (!(error instanceof StoreConflict)) throw error;
        if (!refreshes || tries === TRIES) return used();
        await new Promise((resolve) => setTimeout(resolve, 20 * tries * Math.random()));
      }
    }
  };
  // A signed assertion is good once by itself.
  if (!form.has("grant_type") || form.has("client_assertion")) return attempt();

  const secret = `${body} ${request.headers.get("Authorization")}`;
  let own = undefined as Response | undefined;
  const answer = await answerOnce(store, await hashed(`token ${secret}`), secret, async () => {
    own = await attempt();
    return own.ok ? own.clone().text() : null;
  });
  if (own) return own;
  if (answer === null || !(await isLatest(store, answer))) return attempt();
  return refreshes ? new Response(answer, { headers: { "Content-Type": "application/json" } }) : used();
}

/** Whether a connection is still as it was answered: neither ended nor renewed since. */
async function isLatest(store: KVNamespace, answer: string): Promise<boolean> {
  const { refresh_token: token } = JSON.parse(answer) as { refresh_token: string };
  const [userId, grantId] = token.split(":");
  const grant = await store.get<{ refreshTokenId: string }>(`grant:${userId}:${grantId}`, "json");
  return grant?.refreshTokenId === (await hashed(token));
}

function used(): Response {
  const body = { error: "invalid_grant", error_description: "It was used already" };
  return Response.json(body, { status: 400, headers: { "Cache-Control": "no-store" } });
}
