import { SignInRefused } from "../biterp/port";
import type { SignInServer, SignInTokens } from "../biterp/sign-in";
import type { JsonObject } from "../json";
import type { Sealer } from "../sealing";
import type { Ledger } from "./ledger";

/** An access token is renewed this long before it ends, in milliseconds. */
const MARGIN_MS = 30_000;
const SETTING = "sign_in";

/** The person's sign-in at a remote bitERP: kept encrypted in the session object, refreshed only here, one at a time. */
export class SignInKeeper {
  #refreshing: Promise<SignInTokens> | undefined;

  constructor(
    private readonly ledger: Ledger,
    private readonly sealer: Sealer,
    private readonly server: SignInServer,
  ) {}

  async keep(tokens: SignInTokens): Promise<void> {
    this.ledger.setSetting(SETTING, await this.sealer.seal({ ...tokens } as JsonObject));
  }

  /**
   * An access token that is good for now.
   * @param refused one that bitERP has just refused
   * @throws SignInRefused when the person has to sign in again; anything else means: try later
   */
  async token(refused?: string): Promise<SignInTokens> {
    const tokens = await this.stored();
    if (!tokens) throw new SignInRefused();
    const good = tokens.expiresAt - MARGIN_MS > Date.now() && tokens.accessToken !== refused;
    if (good) return tokens;
    this.#refreshing ??= this.refresh(tokens).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Whether there is a sign-in at all. */
  has(): boolean {
    return this.ledger.setting(SETTING) !== undefined;
  }

  /** Ends the sign-in, here and at bitERP. */
  async end(): Promise<void> {
    const tokens = await this.stored();
    this.ledger.removeSetting(SETTING);
    if (tokens) await this.server.revoke(tokens);
  }

  private async refresh(tokens: SignInTokens): Promise<SignInTokens> {
    try {
      if (tokens.refreshToken === undefined) throw new SignInRefused();
      const fresh = await this.server.refresh(tokens.refreshToken);
      await this.keep(fresh);
      return fresh;
    } catch (error) {
      // Only a plain no ends the sign-in; a bitERP that is down has not revoked anything.
      if (error instanceof SignInRefused) this.ledger.removeSetting(SETTING);
      throw error;
    }
  }

  private async stored(): Promise<SignInTokens | undefined> {
    const sealed = this.ledger.setting(SETTING);
    const opened = sealed === undefined ? null : await this.sealer.open(sealed);
    return opened === null ? undefined : (opened as unknown as SignInTokens);
  }
}
