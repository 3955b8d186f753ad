import * as z from "zod";
import { Steering } from "../biterp/faults/steering.ts";
import { layGround } from "../biterp/ground.ts";
import { interactionPages } from "../biterp/issuer/interaction.ts";
import { issuerHandler } from "../biterp/issuer/mount.ts";
import { createIssuer } from "../biterp/issuer/provider.ts";
import { Ledger } from "../biterp/ledger.ts";
import { createFront } from "../biterp/server.ts";
import { commonCommands, personOf, present, switchboard } from "../biterp/switchboard.ts";
import { mcpPath, openToClients, protectedResource } from "./authorization.ts";
import { mcpEndpoint } from "./endpoint.ts";
import type { Options } from "./options.ts";
import { buildServer } from "./server.ts";
import { Sessions } from "./sessions.ts";
import { forIssuer, mcpSwitches } from "./switches.ts";
import { Traffic } from "./traffic.ts";
import { Upstream } from "./upstream.ts";

/** The whole of it, listening. */
export interface Running {
  origin: string;
  /** Where MCP is spoken. */
  url: string;
  stop(): Promise<void>;
}

const command = mcpSwitches.partial().extend({
  ...commonCommands,
  /** Every session is unknown from now on. */
  endSessions: z.literal(true).optional(),
});

/** @param root the project's folder */
export async function start(root: string, options: Options): Promise<Running> {
  const { port, memory, registration, clientDocumentsAt } = options;
  const place = { root, name: "biterp-mcp", variable: "BITERP_MCP_PORT", port, memory };
  const ground = await layGround(place);
  const { origin, kept, store, sandbox } = ground;
  const { users } = sandbox;
  const steering = new Steering(options.switches);
  const ledger = new Ledger();
  const traffic = new Traffic();
  const self = protectedResource(origin);
  const provider = createIssuer({
    origin,
    kept,
    store,
    users,
    accessTokenTtl: () => steering.switches.accessTokenTtl,
    clients: [],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    ...openToClients({ resource: self.resource, registration, clientDocumentsAt }),
  });
  const sessions = new Sessions({
    switches: () => steering.switches,
    build: (userId) => buildServer(new Upstream(sandbox, ledger, userId), () => steering.switches),
    opened: () => traffic.initialized(),
  });

  const control = switchboard({
    command,
    carryOut({ reset, revokeUser, endSessions, ...switches }) {
      const user = personOf(users, revokeUser);
      if (typeof user === "string") return user;
      if (reset) for (const counted of [steering, ledger, traffic]) counted.reset();
      steering.change(present(switches));
      if (user) store.revokeAccount(user.id);
      if (endSessions) void sessions.end();
      return undefined;
    },
    state: () => ({
      switches: steering.switches,
      counts: { ...ledger.counts, ...traffic.counts, sessions: sessions.size },
      log: ledger.log,
    }),
  });
  const mcp = mcpEndpoint({ provider, steering, ledger, traffic, sessions, self });
  const server = createFront({
    issuer: issuerHandler(provider, (method, path) => forIssuer(steering.decideForIssuer(method, path))),
    interaction: interactionPages(provider, users),
    control,
    own: (path) => {
      if (path.split("?")[0] === mcpPath) return mcp;
      return self.isMetadata(path) ? self.metadata : undefined;
    },
  });
  await ground.listen(server);
  return { origin, url: self.resource, stop: () => ground.stop(server) };
}
