import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { connect, signedIn } from "../../../scripts/demo/connect.ts";
import { type Speaker, spoken } from "./flow";

/** A connected client and how to end it. */
export interface Connected {
  speaker: Speaker;
  revision: string | undefined;
  close(): Promise<void>;
}

/** The maintained client: 2026-07-28, asked inside the call. */
export async function modern(server: URL, email: string): Promise<Connected> {
  const person = { asked: [] as string[], answer: true };
  const { client } = await connect(server, email, (question) => {
    person.asked.push(question);
    return person.answer;
  });
  const speaker = Object.assign(person, {
    tools: async () => (await client.listTools()).tools,
    call: async (name: string, args = {}) => spoken(await client.callTool({ name, arguments: args })),
  });
  return { speaker, revision: client.getNegotiatedProtocolVersion(), close: () => client.close() };
}

/** The v1 client: the 2025 revisions. It declares elicitation, and must not be asked all the same. */
export async function legacy(server: URL, email: string): Promise<Connected> {
  const client = new LegacyClient({ name: "v1", version: "1" }, { capabilities: { elicitation: {} } });
  const { value: transport } = await signedIn(email, {}, async (authProvider) => {
    const first = new StreamableHTTPClientTransport(server, { authProvider });
    try {
      await client.connect(first as Transport);
      return first;
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await first.finishAuth(authProvider.answer.get("code") ?? "");
      const second = new StreamableHTTPClientTransport(server, { authProvider });
      await client.connect(second as Transport);
      return second;
    }
  });
  const speaker: Speaker = {
    asked: [],
    answer: true,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => spoken(await client.callTool({ name, arguments: args })),
  };
  return { speaker, revision: transport.protocolVersion, close: () => client.close() };
}
