import { apiHandler } from "./api.ts";
import { controlHandler } from "./control.ts";
import { Steering } from "./faults/steering.ts";
import { layGround } from "./ground.ts";
import { interactionPages } from "./issuer/interaction.ts";
import { issuerHandler } from "./issuer/mount.ts";
import { clientId, createIssuer } from "./issuer/provider.ts";
import { Ledger } from "./ledger.ts";
import type { Options } from "./options.ts";
import { createFront } from "./server.ts";

/** The whole of it, listening. */
export interface Running {
  origin: string;
  clientSecret: string;
  stop(): Promise<void>;
}

/** @param root the project's folder */
export async function start(root: string, options: Options): Promise<Running> {
  const { port, memory, clientAuth } = options;
  const ground = await layGround({ root, name: "biterp", variable: "BITERP_PORT", port, memory });
  const { origin, kept, store, sandbox } = ground;
  const { users } = sandbox;
  const clientSecret = options.clientSecret ?? kept.clientSecret;
  const steering = new Steering(options.switches);
  const ledger = new Ledger();
  const provider = createIssuer({
    origin,
    kept,
    store,
    users,
    accessTokenTtl: () => steering.switches.accessTokenTtl,
    clientAuthMethods: [clientAuth],
    clients: [
      {
        client_id: clientId,
        client_name: "bitERP MCP",
        client_secret: clientSecret,
        redirect_uris: [
          "http://localhost:8787/callback",
          ...options.redirectUris.split(/\s+/).filter(Boolean),
        ],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: clientAuth,
      },
    ],
  });
  const api = apiHandler({ provider, sandbox, steering, ledger });
  const server = createFront({
    issuer: issuerHandler(provider, (method, path) => steering.decideForIssuer(method, path)),
    interaction: interactionPages(provider, users),
    control: controlHandler({ steering, ledger, store, users }),
    own: (path) => (path.startsWith("/v1/") ? api : undefined),
  });
  await ground.listen(server);
  return { origin, clientSecret, stop: () => ground.stop(server) };
}
