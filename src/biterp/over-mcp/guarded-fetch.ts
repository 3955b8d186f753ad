import type { Language } from "../../messages";
import { retryAfterSeconds } from "../retry";
import { HttpRefusal, NetworkFault } from "./trouble";

/** The largest answer that is read, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Statuses that the era's negotiation must not take for a hint about the protocol. */
const ours: ReadonlySet<number> = new Set([401, 403, 408, 429]);

export interface GuardedFetchParts {
  fetch(request: Request): Promise<Response>;
  /** The bearer token for bitERP; never the MCP token of our own caller. */
  token(): string;
  language: Language;
  requestId: string;
  /** From a request's sending to the end of its answer. */
  timeoutMs: number;
  now(): number;
}

/** The `fetch` that the client package is given: our headers, bounds of time and size, and typed refusals. */
export function guardedFetch(parts: GuardedFetchParts) {
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    // A standing stream would take one of the few connections for news that nobody here reads.
    if (init.method === "GET") return new Response(null, { status: 405 });
    const token = parts.token();
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${token}`);
    headers.set("Accept-Language", parts.language);
    headers.set("X-Request-Id", parts.requestId);

    const controller = new AbortController();
    const stop = () => controller.abort();
    const timer = setTimeout(stop, parts.timeoutMs);
    init.signal?.addEventListener("abort", stop, { once: true });
    if (init.signal?.aborted) stop();
    const end = () => {
      clearTimeout(timer);
      init.signal?.removeEventListener("abort", stop);
    };
    const { signal } = controller;
    const request = new Request(url, { ...init, headers, redirect: "manual", signal });
    try {
      const response = await Promise.race([parts.fetch(request), aborted(signal)]);
      const { status } = response;
      const inSession = headers.has("mcp-session-id");
      const lost = inSession && (status === 404 || status === 400);
      if (ours.has(status) || status >= 500 || lost) {
        await response.body?.cancel();
        throw new HttpRefusal(status, token, retryAfterSeconds(response.headers, parts.now()), inSession);
      }
      if (!response.body) {
        end();
        return response;
      }
      return new Response(bounded(response.body, signal, end), response);
    } catch (error) {
      end();
      // Network faults carry texts that nobody outside may see.
      throw error instanceof HttpRefusal ? error : new NetworkFault();
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new NetworkFault());
    signal.addEventListener("abort", () => reject(new NetworkFault()), { once: true });
  });
}

/** The body, broken off where it is too large or takes too long. */
function bounded(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(out) {
      try {
        const { done, value } = await Promise.race([reader.read(), aborted(signal)]);
        bytes += value?.byteLength ?? 0;
        if (bytes > MAX_BYTES) throw new NetworkFault();
        if (!done) return out.enqueue(value);
        end();
        out.close();
      } catch {
        end();
        out.error(new NetworkFault());
        await reader.cancel().catch(() => {});
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}
