import type { ServerResponse } from "node:http";
import * as z from "zod";

const request = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .object({
      name: z.string().optional().catch(undefined),
      arguments: z
        .object({ tenant_id: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** One JSON-RPC message, as far as faults and counts need to know it. */
export interface Message {
  json: unknown;
  id: string | number | null;
  rpc?: string | undefined;
  tool?: string | undefined;
  tenant?: string | undefined;
}

/** @returns undefined when this is not JSON */
export function messageOf(text: string): Message | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { id = null, method, params } = request.safeParse(json).data ?? {};
  const tool = method === "tools/call" ? params?.name : undefined;
  return { json, id, rpc: method, tool, tenant: params?.arguments?.tenant_id };
}

interface Refusal {
  status: number;
  message: string;
  /** Of JSON-RPC. */
  code?: number;
  headers?: Record<string, string>;
}

/** Refuses a request as the SDK's own transport does: an HTTP status with a JSON-RPC error that names no request. */
export function refuse(response: ServerResponse, { status, message, code = -32_000, headers }: Refusal) {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(body);
}
