import type { RunningBitErp } from "./biterp";

export interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Sends one request to a running bitERP with this bearer token. A body that is no JSON comes as `{text}`. */
export async function sendTo(
  { url }: RunningBitErp,
  bearer: string,
  path: string,
  init: RequestInit = {},
): Promise<Reply> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${bearer}`);
  if (init.body) headers.set("Content-Type", "application/json");
  const response = await fetch(url + path, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
}
