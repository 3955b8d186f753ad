import { type Profile, SignInRefused } from "../biterp/port";
import type { SignInTokens } from "../biterp/sign-in";
import type { JsonObject } from "../json";
import type { SignInAttempt, Upstream } from "./upstream";
import { filedUserId } from "./user-id";
import type { Vault } from "./vault";

/** How long a person may take to sign in at bitERP, in seconds. */
export const ATTEMPT_S = 10 * 60;
/** How long a fresh sign-in waits for the person's consent, in seconds. */
const WAITING_S = 60 * 60;
/** How long one renewal may take before another may try, in seconds: longer than two requests to bitERP's issuer wait. */
const RENEWAL_S = 30;
const PAUSE_MS = 100;
/** How many batches are swept in one go, at most: a Worker may do only so much. */
const SWEEPS = 20;

/** Somebody who has just proven at bitERP who they are. */
export interface Arrived {
  person: Profile;
  /** Names this browser's fresh sign-in until a connection takes it. */
  browser: string;
}

/** The person came back without an attempt of this browser: too late, twice, or somebody else's. */
export class AttemptLost extends Error {
  override readonly name = "AttemptLost";
}

/** As many sign-ins as one place may begin at a time are waiting already. */
export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";
}

/**
 * bitERP names the person by an e-mail only. An address can pass to somebody else, who would then find the first one's
 * connections and operations.
 */
export class PersonUnnamed extends Error {
  override readonly name = "PersonUnnamed";
}

/** The browser's way to a remote bitERP and back, and the fresh sign-in until a connection takes it over. */
export interface RemoteSignIn {
  /** Where forms that lead to bitERP's sign-in end up. */
  place(): Promise<string>;
  /**
   * @param proof a secret of this browser
   * @param from the address it comes from, where that is known
   * @returns where to send it
   * @throws TooManyAttempts
   */
  begin(proof: string, from: string | null): Promise<string>;
  /** @throws AttemptLost, SignInDenied, PersonUnnamed, or what the network did */
  finish(arrived: URL, proof: string | undefined): Promise<Arrived>;
  waits(browser: string): Promise<boolean>;
  /** An access token of the fresh sign-in. @throws SignInRefused when it is gone */
  tokenFor(browser: string, refused?: string): Promise<string>;
  /** Hands the fresh sign-in over, once. @throws SignInRefused when it is gone */
  takeOver(browser: string): Promise<SignInTokens>;
  /** Ends the fresh sign-in that no connection will take, at bitERP too. */
  drop(browser: string): Promise<void>;
  /** Removes what is too old; fresh sign-ins that no connection took end at bitERP too. */
  sweep(): Promise<void>;
}

/** What the way to bitERP is made of. */
export interface RemoteSignInParts {
  upstream: Upstream;
  vault: Vault;
  /** Where bitERP sends the person back to. */
  redirectUri: string;
  whoIs(accessToken: string): Promise<Profile>;
}

type Attempt = SignInAttempt & { proof: string };

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

    async begin(proof, from) {
      const { attempt, location } = await upstream.begin(redirectUri);
      const stored = await vault.admit(attemptId(attempt.state), { ...attempt, proof }, ATTEMPT_S, from);
      if (!stored) throw new TooManyAttempts();
      return location;
    },

    async finish(arrived, proof) {
      const state = arrived.searchParams.get("state") ?? "";
      const attempt = (await vault.take(attemptId(state))) as unknown as Attempt | null;
      if (attempt === null || proof === undefined || attempt.proof !== proof) throw new AttemptLost();
      const { subject, ...tokens } = await upstream.finish(arrived, attempt, redirectUri);
      try {
        const person = named(await whoIs(tokens.accessToken), subject);
        const browser = crypto.randomUUID();
        await keep(browser, tokens);
        return { person, browser };
      } catch (error) {
        // Nobody will ever use it.
        await upstream.revoke(tokens);
        throw error;
      }
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

    async drop(browser) {
      const tokens = await alone(browser, () => vault.take(browserId(browser)));
      if (tokens !== null) await upstream.revoke(tokens as unknown as SignInTokens);
    },

    async sweep() {
      for (let batch = 0; batch < SWEEPS; batch += 1) {
        const old = await vault.sweep();
        const signIns = old.filter(({ accessToken }) => accessToken !== undefined);
        await Promise.all(signIns.map((tokens) => upstream.revoke(tokens as unknown as SignInTokens)));
        if (old.length === 0) return;
      }
    },
  };
}

/** The person under the id that this server files them by: bitERP's, or else the issuer's, which stays theirs too. */
function named(person: Profile, subject: string | undefined): Profile {
  if (person.id !== "") return { ...person, id: filedUserId(person.id) };
  if (subject === undefined) throw new PersonUnnamed();
  return { ...person, id: filedUserId(`sub ${subject}`) };
}
