import { join } from "node:path";
import { portProblem } from "../start/port.mjs";
import { apiHandler } from "./api.ts";
import { controlHandler } from "./control.ts";
import { Steering } from "./faults/steering.ts";
import { interactionPages } from "./issuer/interaction.ts";
import { createIssuer } from "./issuer/provider.ts";
import { TokenStore } from "./issuer/tokens.ts";
import { Ledger } from "./ledger.ts";
import type { Options } from "./options.ts";
import { startSandbox } from "./sandbox/start.ts";
import { createFront } from "./server.ts";
import { openState } from "./state.ts";

/** The whole of it, listening. */
export interface Running {
  origin: string;
  clientSecret: string;
  stop(): Promise<void>;
}

/** What to tell the person when the port cannot be used; asked first, because the rest takes seconds. */
async function busyPort(port: number): Promise<string | undefined> {
  const problem = await portProblem(port);
  return problem && `Port ${port} cannot be used. Take another one: BITERP_PORT=${port + 1} npm run biterp`;
}

/** @param root the project's folder */
export async function start(root: string, options: Options): Promise<Running> {
  const { port } = options;
  const busy = await busyPort(port);
  if (busy) throw new Error(busy);
  const origin = `http://localhost:${port}`;
  const state = openState(options.memory ? undefined : join(root, ".wrangler", `biterp-${port}`));
  const { cookieKey, signingKey, signingSecret } = state.kept;
  const clientSecret = options.clientSecret ?? state.kept.clientSecret;
  const store = new TokenStore(state.kept.tokens);
  const steering = new Steering(options.switches);
  const ledger = new Ledger();
  const sandbox = await startSandbox(state.database, signingSecret);
  const { users } = sandbox;
  const provider = createIssuer({
    origin,
    clientSecret,
    clientAuthMethod: options.clientAuth,
    redirectUris: ["http://localhost:8787/callback", ...options.redirectUris.split(/\s+/).filter(Boolean)],
    cookieKey,
    signingKey,
    store,
    users,
    accessTokenTtl: () => steering.switches.accessTokenTtl,
  });
  const server = createFront({
    provider,
    steering,
    interaction: interactionPages(provider, users),
    api: apiHandler({ provider, sandbox, steering, ledger }),
    control: controlHandler({ steering, ledger, store, users }),
  });
  await new Promise<void>((ready, fail) => {
    server.once("error", fail).listen(port, "127.0.0.1", ready);
  });

  return {
    origin,
    clientSecret,
    async stop() {
      const closed = new Promise((over) => server.close(over));
      server.closeAllConnections();
      await closed;
      state.kept.tokens = store.snapshot();
      state.save();
      await sandbox.stop();
    },
  };
}
