import { parseArgs } from "node:util";
import { DEFAULT_PORT, wantedPort } from "../start/port.mjs";
import { readSettings } from "../start/settings.mjs";

/** A client to be registered. */
export interface Registration {
  /** Origin of the server. */
  server: string;
  name: string;
  redirects: string[];
  /** It can keep a secret, and gets one. */
  secret: boolean;
}

export const usage = `npm run register-client -- --name=<name> --redirect=<address> [--secret] [--server=<origin>]

  --name=<name>          what people read on the page where they allow it
  --redirect=<address>   where the client takes the answer of the sign-in; once for each address
  --secret               the client can keep a secret and is given one; without it PKCE alone protects it
  --server=<origin>      of a deployed server; otherwise the one of npm start on --port (8787)
  --help                 this text`;

/** @returns undefined when something is missing, "help" when asked what there is  @throws on unknown options */
export function registration(args: string[], env: NodeJS.ProcessEnv): Registration | "help" | undefined {
  const { settings, rest } = readSettings(args, env, ["PORT", "SERVER"]);
  const { values } = parseArgs({
    args: rest,
    options: {
      name: { type: "string" },
      redirect: { type: "string", multiple: true },
      secret: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  if (!values.name || !values.redirect) return undefined;
  return {
    server: new URL(settings.SERVER ?? `http://localhost:${wantedPort(settings.PORT) ?? DEFAULT_PORT}`)
      .origin,
    name: values.name,
    redirects: values.redirect,
    secret: values.secret === true,
  };
}

interface Registered {
  client_id?: string;
  client_secret?: string;
  error_description?: string;
  error?: string;
}

/** @returns what to type into the client  @throws Error that says why it was not registered */
export async function registerClient({ server, name, redirects, secret }: Registration): Promise<string> {
  const response = await fetch(`${server}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: redirects,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: secret ? "client_secret_basic" : "none",
    }),
  }).catch(() => {
    throw new Error(`Nobody answers at ${server}. Start the server first, or name another with --server.`);
  });
  const answer = (await response.json().catch(() => ({}))) as Registered;
  if (response.status !== 201 || !answer.client_id) {
    throw new Error(
      `Not registered: ${answer.error_description ?? answer.error ?? `HTTP ${response.status}`}`,
    );
  }
  return [
    `Registered at ${server}. Type this into the client:`,
    "",
    `  server address   ${server}/mcp`,
    `  client id        ${answer.client_id}`,
    ...(answer.client_secret ? [`  client secret    ${answer.client_secret}`] : []),
    `  sign-in          ${server}/authorize`,
    `  tokens           ${server}/token`,
    "",
    "It is forgotten after a week in which nobody signs in with it, and otherwise 90 days after its last use.",
    ...(answer.client_secret ? ["The secret is shown only now."] : []),
  ].join("\n");
}
