import type { OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { connectionsOf } from "../auth/connections";
import { personSessionsIn } from "../auth/person-sessions";
import { erasuresIn } from "../evidence/erasures";
import { sessionOf } from "../session/client";

/**
 * Empties the sessions of people who asked to be erased, and ends what sessions without a connection still hold. What
 * a person who came back has done since stays.
 * @throws AggregateError when some could not be emptied; they stay on the list for the next time
 */
export async function eraseSessions(env: Env, oauth: OAuthHelpers): Promise<void> {
  const erasures = erasuresIn(env.DB);
  const sessions = personSessionsIn(env.DB);
  const ended = await Promise.allSettled(
    (await erasures.all()).map(async (erasure) => {
      const { user_id: userId, client_id: clientId, asked_at: askedAt } = erasure;
      const own = (await connectionsOf(oauth, env.DB, userId)).filter((one) => one.clientId === clientId);
      const kept = own.map(({ connectionId }) => connectionId);
      if (!(await sessionOf(env, userId, clientId).erase(askedAt, kept))) return;
      if (kept.length === 0) await sessions.emptied({ userId, clientId }, askedAt);
      await erasures.done(erasure);
    }),
  );
  const failed = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (failed.length > 0) throw new AggregateError(failed, "some sessions could not be emptied");
}
