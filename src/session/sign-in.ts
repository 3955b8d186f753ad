import { SignInRefused } from "../biterp/port";
import type { SignInServer, SignInTokens } from "../biterp/sign-in";
import type { JsonObject } from "../json";
import type { Sealer } from "../sealing";
import type { Settings } from "./settings";

/** An access token is renewed this long before it ends, in milliseconds. */
const MARGIN_MS = 30_000;
/** A token got in place of a refused one, and refused in turn so soon, means that the sign-in is; in milliseconds. */
const FRESH_MS = 60_000;
const SETTING = "sign_in";

/** As kept: with when it took the place of a refused one, in epoch milliseconds. */
type Kept = SignInTokens & { replacedAt?: number };

/** The person's sign-in at a remote bitERP: kept encrypted in the session object, refreshed only here, one at a time. */
export class SignInKeeper {
  #refreshing: Promise<SignInTokens> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly sealer: Sealer,
    private readonly server: SignInServer,
  ) {}

  /** Keeps a new sign-in. An earlier one ends, at bitERP too: nothing would ever use it again. */
  async keep(tokens: SignInTokens): Promise<void> {
    const before = await this.stored();
    this.settings.set(SETTING, await this.seal(tokens));
    if (before) await this.server.revoke(before);
  }

  /**
   * An access token that is good for now.
   * @param refused one that bitERP has just refused
   * @throws SignInRefused when the person has to sign in again; anything else means: try later
   */
  async token(refused?: string): Promise<SignInTokens> {
    const tokens = await this.stored();
    if (!tokens) throw new SignInRefused();
    if (isGood(tokens, refused)) return tokens;
    if (tokens.accessToken === refused && Date.now() - (tokens.replacedAt ?? 0) < FRESH_MS) {
      // Renewing would only give the next token to be refused, and the client would go round for ever.
      this.settings.remove(SETTING);
      throw new SignInRefused();
    }
    this.#refreshing ??= this.refresh(refused).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Whether there is a sign-in that can be used. */
  async has(): Promise<boolean> {
    return (await this.stored()) !== undefined;
  }

  /** Ends the sign-in, here and at bitERP. */
  async end(): Promise<void> {
    const tokens = await this.stored();
    this.settings.remove(SETTING);
    if (tokens) await this.server.revoke(tokens);
  }

  private async refresh(refused: string | undefined): Promise<SignInTokens> {
    // Read again in here: somebody may have renewed it since, and using a refresh token twice ends the whole sign-in.
    const sealed = this.settings.get(SETTING);
    const tokens = await this.stored();
    if (tokens && isGood(tokens, refused)) return tokens;
    // What the person has signed in with anew in the meantime is not touched.
    const unchanged = () => this.settings.get(SETTING) === sealed;
    let late: SignInTokens | undefined;
    try {
      if (tokens?.refreshToken === undefined) throw new SignInRefused();
      const fresh = await this.server.refresh(tokens.refreshToken);
      const kept = await this.seal(refused === undefined ? fresh : { ...fresh, replacedAt: Date.now() });
      if (unchanged()) {
        this.settings.set(SETTING, kept);
        return fresh;
      }
      late = fresh;
    } catch (error) {
      // Only a plain no ends the sign-in; a bitERP that is down has not revoked anything.
      if (unchanged() && error instanceof SignInRefused) this.settings.remove(SETTING);
      if (this.settings.get(SETTING) === undefined || unchanged()) throw error;
    }
    // The sign-in that was renewed has been ended or replaced meanwhile, and so is what came of it.
    if (late) await this.server.revoke(late);
    const now = await this.stored();
    if (!now) throw new SignInRefused();
    return now;
  }

  private seal(tokens: Kept): Promise<string> {
    return this.sealer.seal({ ...tokens } as JsonObject);
  }

  /** Undefined also for one that was sealed with another secret: nobody can use it any more. */
  private async stored(): Promise<Kept | undefined> {
    const sealed = this.settings.get(SETTING);
    const opened = sealed === undefined ? null : await this.sealer.open(sealed);
    return opened === null ? undefined : (opened as unknown as Kept);
  }
}

function isGood(tokens: SignInTokens, refused: string | undefined): boolean {
  return tokens.expiresAt - MARGIN_MS > Date.now() && tokens.accessToken !== refused;
}
