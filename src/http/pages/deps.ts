import type { BrowserSession } from "../../auth/browser-session";
import type { ConfirmationMode } from "../../auth/mode";
import type { OAuthEnv } from "../../auth/provider";
import type { RemoteSignIn } from "../../auth/remote-sign-in";
import type { Profile, TenantAccess } from "../../biterp/port";
import type { OperationWording } from "../../tool/wording";
import type { Approvals } from "../approvals";

/** What the pages need of the rest of the server. */
export interface PagesDeps {
  /** The people of the sandbox. Called only where the sandbox sign-in is served. */
  users(env: Env): Promise<Profile[]>;
  profileOf(env: OAuthEnv, session: BrowserSession): Promise<Profile>;
  tenantsOf(env: OAuthEnv, session: BrowserSession, language: string): Promise<TenantAccess[]>;
  /** A person's own operations. */
  approvals: Approvals;
  /** How operations of a tool are put to a person. */
  wordingOf(env: Env, tool: string): OperationWording;
  /** The way to a remote bitERP's sign-in; undefined with the bundled one. */
  remote(env: Env): RemoteSignIn | undefined;
  /** Tells the person's connection from this client which mode was chosen. Called before the client gets its code. */
  rememberConnection(
    env: Env,
    connection: {
      session: Pick<BrowserSession, "userId" | "browser">;
      /** Of the person. */
      email: string;
      clientId: string;
      connectionId: string;
      mode: ConfirmationMode;
    },
  ): Promise<void>;
  /** Told what went wrong when nothing else handled it; the page never says. */
  onFault?(error: unknown, requestId: string): void;
}

/** Hono's generics for the pages. */
export type PagesEnv = { Bindings: OAuthEnv };
