import { type Profile, SignInRefused } from "../biterp/port";
import type { SignInTokens } from "../biterp/sign-in";
import type { JsonObject } from "../json";
import type { SignInAttempt, Upstream } from "./upstream";
import type { Vault } from "./vault";

/** How long a person may take to sign in at bitERP, in seconds. */
const ATTEMPT_S = 15 * 60;
/** How long a fresh sign-in waits for the person's consent, in seconds. */
const WAITING_S = 60 * 60;
/** How long one renewal may take before another may try, in seconds: longer than two requests to bitERP's issuer wait. */
const RENEWAL_S = 30;
const PAUSE_MS = 100;

/** Somebody who has just proven at bitERP who they are. */
export interface Arrived {
  person: Profile;
  /** Names this browser's fresh sign-in until a connection takes it. */
  browser: string;
  returnTo: string;
}

/** The person came back without an attempt of this browser: too late, twice, or somebody else's. */
export class AttemptLost extends Error {
  override readonly name = "AttemptLost";
}

/** The browser's way to a remote bitERP and back, and the fresh sign-in until a connection takes it over. */
export interface RemoteSignIn {
  /** Where forms that lead to bitERP's sign-in end up. */
  place(): Promise<string>;
  /** @param proof a secret of this browser  @returns where to send it */
  begin(returnTo: string, proof: string): Promise<string>;
  /** @throws AttemptLost, SignInDenied, or what the network did */
  finish(arrived: URL, proof: string | undefined): Promise<Arrived>;
  waits(browser: string): Promise<boolean>;
  /** An access token of the fresh sign-in. @throws SignInRefused when it is gone */
  tokenFor(browser: string, refused?: string): Promise<string>;
  /** Hands the fresh sign-in over, once. @throws SignInRefused when it is gone */
  takeOver(browser: string): Promise<SignInTokens>;
}

/** What the way to bitERP is made of. */
export interface RemoteSignInParts {
  upstream: Upstream;
  vault: Vault;
  /** Where bitERP sends the person back to. */
  redirectUri: string;
  whoIs(accessToken: string): Promise<Profile>;
}

type Attempt = SignInAttempt & { returnTo: string; proof: string };

const attemptId = (state: string) => `attempt:${state}`;
const browserId = (browser: string) => `browser:${browser}`;

/** Builds the way for one request's environment. */
export function remoteSignIn({ upstream, vault, redirectUri, whoIs }: RemoteSignInParts): RemoteSignIn {
  const keep = (browser: string, tokens: SignInTokens) =>
    vault.put(browserId(browser), { ...tokens } as JsonObject, WAITING_S);
  const waiting = async (browser: string) =>
    (await vault.look(browserId(browser))) as unknown as SignInTokens | null;
  /** One at a time for each browser: a refresh token used twice ends the whole sign-in at most issuers. */
  const alone = async <T>(browser: string, work: () => Promise<T>): Promise<T> => {
    const turn = `turn:${browser}`;
    const mine = crypto.randomUUID();
    while (!(await vault.claim(turn, RENEWAL_S, mine)))
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    try {
      return await work();
    } finally {
      // Whoever took longer than a turn lasts has no turn any more; the one there is is the next one's.
      await vault.release(turn, mine);
    }
  };
  return {
    place: () => upstream.place(),

    async begin(returnTo, proof) {
      const { attempt, location } = await upstream.begin(redirectUri);
      await vault.put(attemptId(attempt.state), { ...attempt, returnTo, proof }, ATTEMPT_S);
      return location;
    },

    async finish(arrived, proof) {
      const state = arrived.searchParams.get("state") ?? "";
      const attempt = (await vault.take(attemptId(state))) as unknown as Attempt | null;
      if (attempt === null || proof === undefined || attempt.proof !== proof) throw new AttemptLost();
      const tokens = await upstream.finish(arrived, attempt, redirectUri);
      const person = await whoIs(tokens.accessToken);
      const browser = crypto.randomUUID();
      await keep(browser, tokens);
      return { person: { ...person, id: safeUserId(person.id) }, browser, returnTo: attempt.returnTo };
    },

    waits: async (browser) => (await waiting(browser)) !== null,

    async tokenFor(browser, refused) {
      const good = (tokens: SignInTokens | null) => {
        if (tokens === null) throw new SignInRefused();
        const { accessToken, expiresAt } = tokens;
        return accessToken !== refused && expiresAt > Date.now() ? accessToken : undefined;
      };
      const known = good(await waiting(browser));
      if (known !== undefined) return known;
      return alone(browser, async () => {
        // Read again: whoever was first has renewed it.
        const tokens = await waiting(browser);
        const renewed = good(tokens);
        if (renewed !== undefined) return renewed;
        if (tokens?.refreshToken === undefined) throw new SignInRefused();
        const fresh = await upstream.refresh(tokens.refreshToken);
        await keep(browser, fresh);
        return fresh.accessToken;
      });
    },

    takeOver: (browser) =>
      alone(browser, async () => {
        const tokens = (await vault.take(browserId(browser))) as unknown as SignInTokens | null;
        if (tokens === null) throw new SignInRefused();
        return tokens;
      }),
  };
}

/** A colon separates the parts of a token here, so an id with one is written in another way. */
function safeUserId(id: string): string {
  return id.includes(":") ? encodeURIComponent(id) : id;
}
