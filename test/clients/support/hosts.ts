import type { JsonObject } from "../../../src/json";
import { message } from "../../support/mcp";
import { HOST, REDIRECT, worker } from "../../support/oauth";
import { post } from "../../support/raw";

/** One known client, as far as its requests differ from the plain ones. */
export interface Host {
  name: string;
  redirect: string;
  /** Where it looks for the resource's metadata and the issuer's, in order; it gives up when none answers. */
  probes: string[];
  /** The resource as it spells it, and whether it repeats it at the token endpoint. */
  resource?: string;
  /** Extra members of its registration. */
  registration?: JsonObject;
  /** Revision of its initialize; null: it never says one. */
  version: string | null;
  /** Headers of a request after the first; null takes one away. */
  headers?: (call: number) => Record<string, string | null>;
  /** Whether each call has an initialize of its own before it. */
  freshEachCall?: boolean;
  /** GET and DELETE that it sends beside its calls. */
  besides?: ("GET" | "DELETE")[];
  /** What becomes of the arguments on the way. */
  args?: (args: JsonObject, call: number) => unknown;
  meta?: JsonObject;
  /** Where it calls the endpoint. */
  path?: string;
}

/** The rest of what every host here has in common. */
export const plain = {
  redirect: REDIRECT,
  probes: ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"],
  version: "2025-06-18",
} satisfies Partial<Host>;

const CLAUDE = "https://claude.ai/api/mcp/auth_callback";
const CHATGPT = "https://chatgpt.com/connector_platform_oauth_redirect";
const VSCODE = "http://127.0.0.1:33418/";

const asText = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, typeof one === "object" ? JSON.stringify(one) : one]),
  );

/** Clients as they were seen to behave. */
export const hosts: Host[] = [
  {
    ...plain,
    name: "Claude on the web: a fresh initialize per call, the session id dropped",
    redirect: CLAUDE,
    resource: `${HOST}/mcp`,
    version: "2025-11-25",
    freshEachCall: true,
    headers: (call) => ({ Origin: "https://claude.ai", "Mcp-Session-Id": call % 2 ? `s-${call}` : null }),
  },
  {
    ...plain,
    name: "Claude Code: lists as JSON text now and then",
    redirect: "http://localhost:54545/callback",
    version: "2025-11-25",
    besides: ["GET"],
    args: (args, call) => (call % 2 ? asText(args) : args),
  },
  {
    ...plain,
    name: "ChatGPT: no session id, the resource echoed, metadata of its own",
    redirect: CHATGPT,
    probes: [
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-authorization-server/mcp",
      "/.well-known/oauth-authorization-server",
    ],
    resource: `${HOST}/mcp`,
    registration: { token_endpoint_auth_method: "none", application_type: "web" },
    meta: { "openai/session": "v1/abc", "openai/userAgent": "ChatGPT/1", "openai/locale": "pt-BR" },
  },
  {
    ...plain,
    name: "Cursor: a GET before and between its calls, an app's address among its own",
    redirect: "http://localhost:8787/callback",
    registration: {
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
    },
    besides: ["GET", "GET"],
    headers: () => ({ "Mcp-Session-Id": "00000000-0000-4000-8000-000000000000" }),
  },
  {
    ...plain,
    name: "Cursor as it was: the answer at its own scheme",
    redirect: "cursor://anysphere.cursor-mcp/oauth/callback",
    besides: ["GET"],
  },
  {
    ...plain,
    name: "VS Code: the root form of the documents first, a DELETE at the end",
    redirect: VSCODE,
    probes: ["/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server"],
    registration: { redirect_uris: ["https://vscode.dev/redirect", VSCODE, "http://127.0.0.1/"] },
    besides: ["GET", "DELETE"],
  },
  {
    ...plain,
    name: "mcp-remote: every discovery path, a slash at the end, both answers accepted",
    redirect: "http://localhost:3334/oauth/callback",
    probes: ["resource", "server"].flatMap((kind) => {
      const base = `/.well-known/oauth-${kind === "resource" ? "protected-resource" : "authorization-server"}`;
      return [`${base}/mcp`, `${base}/mcp/`, base];
    }),
    resource: `${HOST}/mcp/`,
    path: "/mcp/",
    besides: ["GET"],
  },
  {
    ...plain,
    name: "n8n: keys of its own among the arguments",
    redirect: "http://localhost:5678/rest/oauth2-credential/callback",
    headers: () => ({ Accept: "application/json, text/event-stream;q=0.5" }),
    args: (args) => ({
      ...args,
      sessionId: "n8n",
      action: "sendMessage",
      chatInput: "exclua",
      toolCallId: "call_1",
    }),
  },
  {
    ...plain,
    name: "a client that says no version",
    version: null,
    headers: () => ({ "MCP-Protocol-Version": null }),
  },
  ...[null, "*/*", "application/json", "text/event-stream", "application/json, */*;q=0.1"].map(
    (accept): Host => ({
      ...plain,
      name: `a client that accepts ${accept ?? "nothing in particular"}`,
      headers: () => ({ Accept: accept }),
    }),
  ),
  {
    ...plain,
    name: "a client that sends its arguments as one text",
    args: (args) => JSON.stringify(args),
  },
];

/** A host that is signed in. */
export class Connected {
  #calls = 0;
  readonly seen: (string | null)[] = [];
  constructor(
    readonly host: Host,
    readonly token: string,
  ) {}

  async #send(body: JsonObject): Promise<Response> {
    const answer = await (this.host.path === undefined
      ? post(this.token, JSON.stringify(body), this.host.headers?.(this.#calls))
      : worker(`${HOST}${this.host.path}`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            Authorization: `Bearer ${this.token}`,
          },
          body: JSON.stringify(body),
        }));
    this.seen.push(answer.headers.get("Mcp-Session-Id"));
    return answer;
  }

  /** Says hello as the client does. */
  async initialize(): Promise<JsonObject> {
    const params = {
      protocolVersion: this.host.version ?? "2025-03-26",
      capabilities: { roots: { listChanged: true }, sampling: {} },
      clientInfo: { name: this.host.name, version: "1" },
    };
    const answer = await message(await this.#send({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
    const noted = await this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await noted.text();
    return answer.result as JsonObject;
  }

  /** The status of each request beside the calls. */
  async besides(): Promise<number[]> {
    const statuses: number[] = [];
    for (const method of this.host.besides ?? []) {
      const headers = { Authorization: `Bearer ${this.token}`, Accept: "text/event-stream" };
      const answer = await worker(`${HOST}/mcp`, { method, headers });
      await answer.text();
      statuses.push(answer.status);
    }
    return statuses;
  }

  async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    this.#calls += 1;
    if (this.host.freshEachCall) await this.initialize();
    const meta = this.host.meta === undefined ? {} : { _meta: this.host.meta };
    const id = this.#calls;
    const answer = await message(
      await this.#send({ jsonrpc: "2.0", id, method, params: { ...params, ...meta } }),
    );
    if (answer.result === undefined)
      throw new Error(`${this.host.name}: ${method}: ${JSON.stringify(answer)}`);
    return answer.result as JsonObject;
  }

  /** Calls a tool and gives its structured content. */
  async call(name: string, args: JsonObject = {}): Promise<JsonObject> {
    const sent = this.host.args?.(args, this.#calls + 1) ?? args;
    const result = await this.request("tools/call", { name, arguments: sent as JsonObject });
    if (result.structuredContent === undefined) throw new Error(JSON.stringify(result));
    return result.structuredContent as JsonObject;
  }
}
