import type { ConfirmationMode } from "../../auth/mode";
import type { OAuthEnv } from "../../auth/provider";
import type { Profile, TenantAccess } from "../../biterp/port";

/** What the pages need of the rest of the server. */
export interface PagesDeps {
  /** The people of the sandbox. Called only where the sandbox sign-in is served. */
  users(env: Env): Promise<Profile[]>;
  profileOf(env: Env, userId: string): Promise<Profile>;
  tenantsOf(env: Env, userId: string, language: string): Promise<TenantAccess[]>;
  /** Tells the person's connection from this client which mode was chosen. Called before the client gets its code. */
  rememberConnection(
    env: Env,
    connection: { userId: string; clientId: string; mode: ConfirmationMode },
  ): Promise<void>;
  /** Told what went wrong when nothing else handled it; the page never says. */
  onFault?(error: unknown): void;
}

/** Hono's generics for the pages. */
export type PagesEnv = { Bindings: OAuthEnv };
