import type { Server } from "node:http";
import { join } from "node:path";
import { portProblem } from "../start/port.mjs";
import { TokenStore } from "./issuer/tokens.ts";
import { type Sandbox, startSandbox } from "./sandbox/start.ts";
import { type Kept, openState } from "./state.ts";

interface Place {
  /** The project's folder. */
  root: string;
  /** The command's name; the local state is kept under it. */
  name: string;
  /** What the variable of its port is called. */
  variable: string;
  port: number;
  /** Start from nothing and keep nothing. */
  memory: boolean;
}

/** What every front of bitERP stands on: a port, what is kept, and the bundled bitERP. */
export interface Ground {
  origin: string;
  kept: Kept;
  store: TokenStore;
  sandbox: Sandbox;
  listen(server: Server): Promise<void>;
  stop(server: Server): Promise<void>;
}

/** @throws Error that says what to do when the port cannot be used: asked first, because the rest takes seconds */
export async function layGround({ root, name, variable, port, memory }: Place): Promise<Ground> {
  if (await portProblem(port)) {
    throw new Error(`Port ${port} cannot be used. Take another one: ${variable}=${port + 1} npm run ${name}`);
  }
  const state = openState(memory ? undefined : join(root, ".wrangler", `${name}-${port}`));
  const store = new TokenStore(state.kept.tokens);
  const sandbox = await startSandbox(state.database, state.kept.signingSecret);
  return {
    origin: `http://localhost:${port}`,
    kept: state.kept,
    store,
    sandbox,
    listen: (server) =>
      new Promise<void>((ready, fail) => {
        server.once("error", fail).listen(port, "127.0.0.1", ready);
      }),
    async stop(server) {
      const closed = new Promise((over) => server.close(over));
      server.closeAllConnections();
      await closed;
      state.kept.tokens = store.snapshot();
      state.save();
      await sandbox.stop();
    },
  };
}
