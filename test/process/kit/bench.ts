import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { RemoteClient, type Reply } from "../support/remote-client";
import type { Backend } from "./backends";

export const ANA = "ana@padaria-aurora.example";
export const BRUNO = "bruno@mercado-beira.example";
export const CARLA = "carla@padaria-aurora.example";

/** Ana administers the first and manages the second, Bruno administers the second, Carla only reads the first. */
export const AURORA = "padaria-aurora";
export const BEIRA = "mercado-beira";

type Fields = Record<string, unknown>;

/** People who are signed in at a server in front of some bitERP. */
export interface Bench extends Backend {
  /** Is asked before sets are written. */
  ana: RemoteClient;
  /** Ana from another client. */
  another: RemoteClient;
  /** Nobody asks. */
  bruno: RemoteClient;
  /** May only read; is asked, too. */
  carla: RemoteClient;
}

export async function benchAt(backend: Backend): Promise<Bench> {
  const at = backend.server.url;
  const ana = await RemoteClient.signIn(at, ANA, { mode: "assistant" });
  const another = await RemoteClient.signIn(at, ANA, { mode: "assistant" });
  const bruno = await RemoteClient.signIn(at, BRUNO);
  const carla = await RemoteClient.signIn(at, CARLA, { mode: "assistant" });
  return { ...backend, ana, another, bruno, carla };
}

/** A word that is in no other product's name. */
export const word = (): string => `q${randomBytes(5).toString("hex")}`;

/** Creates products of a company. @returns their ids */
export async function created(client: RemoteClient, drafts: Fields[], tenant_id = BEIRA): Promise<string[]> {
  const items = drafts.map((draft) => ({ sale_price: 10, ...draft }));
  const reply = await client.call("create_products", { tenant_id, items });
  expect(reply.structured.status, reply.text).toBe("SUCCESS");
  return entries(reply).map(({ id }) => String(id));
}

/** The error of a call that failed as a whole. */
export function errorOf(reply: Reply): Fields & { code?: string; details?: Fields } {
  expect(reply.isError, reply.text).toBe(true);
  return (JSON.parse(reply.text) as { error: Fields }).error;
}

export const entries = ({ structured }: Reply): Fields[] => structured.results ?? [];

/** By item, in order: `ok`, or the code of its error. */
export const codes = (reply: Reply): unknown[] =>
  entries(reply).map(({ success, error }) => (success === true ? "ok" : error));

/** The names on a page of products. */
export const names = ({ structured }: Reply): unknown[] =>
  ((structured.products ?? []) as Fields[]).map(({ name }) => name);

export const productOf = ({ structured }: Reply): Fields => (structured.product ?? {}) as Fields;

/** An answer that waits for the person. @returns its operation */
export function waiting(reply: Reply): string {
  expect(reply.structured, reply.text).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
  return String(reply.structured.operation_id);
}

interface ListedTool {
  name: string;
  title: string;
  description: string;
}

/** `tools/list`, as it is sent. */
export async function toolsOf(client: RemoteClient): Promise<ListedTool[]> {
  const response = await fetch(`${client.server}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${client.accessToken}`,
      "Content-Type": "application/json",
      Accept: "application/json",
      "MCP-Protocol-Version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const { result } = (await response.json()) as { result: { tools: ListedTool[] } };
  return result.tools;
}
