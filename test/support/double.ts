/** Which requests a rule is about. What is not said fits all. */
export interface Match {
  method?: string;
  /** The path with its query: a part of it, or a pattern. */
  path?: string | RegExp;
  /** A part of the request's body. */
  body?: string;
  /** Only these of the fitting requests, from 1. */
  nth?: number | readonly number[];
  /** Only every so manieth of the fitting requests. */
  every?: number;
  /** At most so often. */
  times?: number;
}

/** What a refused request gets in place of bitERP's answer. */
export type Refusal =
  | { status: number; problem?: Record<string, unknown>; headers?: Record<string, string> }
  | { html: string; status?: number }
  /** `hang`: no answer until the caller gives up. */
  | "network"
  | "hang";

/** Makes another answer of the one that bitERP gave. */
export type Rewrite = (body: Record<string, unknown>) => unknown;

/** One request as it was seen. `status` is 0 where no answer went back. */
export interface Seen {
  method: string;
  path: string;
  idempotencyKey: string | null;
  status: number;
}

/** A bitERP that a test can steer, and that counts. */
export interface Double {
  fetch(request: Request): Promise<Response>;
  /** Forgets all rules, counts and log entries; the bitERP behind keeps its data. */
  reset(): void;
  /** `writes`: those that the bitERP behind really did; a repeat answered by its key is none. */
  readonly counts: { requests: number; writes: number; inFlight: number; maxInFlight: number };
  readonly log: Seen[];
  /** Delays every answer, in milliseconds. */
  delay(ms: number | ((request: Request) => number)): void;
  refuse(rule: Match & { with: Refusal }): void;
  /** The request is carried out, and its answer says something else. */
  rewrite(rule: Match & { as: Rewrite }): void;
  /** The request is carried out, and its answer lost. */
  dropAnswer(rule?: Match): void;
  /** False: every `Idempotency-Key` is taken away before the bitERP behind sees it. */
  honoursKeys: boolean;
}

interface Rule {
  match: Match;
  with: Refusal | "drop" | { as: Rewrite };
  fitted: number;
  fired: number;
}

function fires(rule: Rule, request: Request, path: string, body: string): boolean {
  const { match } = rule;
  if (match.method !== undefined && match.method !== request.method) return false;
  if (typeof match.path === "string" && !path.includes(match.path)) return false;
  if (match.path instanceof RegExp && !match.path.test(path)) return false;
  if (match.body !== undefined && !body.includes(match.body)) return false;
  rule.fitted++;
  if (match.nth !== undefined && ![match.nth].flat().includes(rule.fitted)) return false;
  if (match.every !== undefined && rule.fitted % match.every !== 0) return false;
  if (match.times !== undefined && rule.fired >= match.times) return false;
  rule.fired++;
  return true;
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error("The caller gave up"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}

async function refusal(how: Refusal, signal: AbortSignal): Promise<Response> {
  if (how === "network") throw new TypeError("Network connection lost: secret-host.internal");
  if (how === "hang") return hang(signal);
  if ("html" in how)
    return new Response(how.html, { status: how.status ?? 200, headers: { "Content-Type": "text/html" } });
  const { status, problem = {}, headers = {} } = how;
  const document = { type: "about:blank", title: "Refused", status, ...problem };
  return new Response(JSON.stringify(document), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
}

/** @param inner the bitERP behind, e.g. the bundled one's `fetch` */
export function steer(inner: (request: Request) => Promise<Response>): Double {
  const rules: Rule[] = [];
  const done = new Set<string>();
  let wait: (request: Request) => number = () => 0;

  async function carryOut(request: Request, path: string, body: string): Promise<Response> {
    const headers = new Headers(request.headers);
    if (!double.honoursKeys) headers.delete("Idempotency-Key");
    const { method } = request;
    const response = await inner(new Request(request.url, { method, headers, ...(body ? { body } : {}) }));
    const key = headers.get("Idempotency-Key");
    const repeat = key !== null && done.has(`${key} ${method} ${path}`);
    if (method !== "GET" && response.ok && !repeat) {
      double.counts.writes++;
      if (key !== null) done.add(`${key} ${method} ${path}`);
    }
    return response;
  }

  async function answer(request: Request, path: string): Promise<Response> {
    const body = request.method === "GET" ? "" : await request.text();
    const ms = wait(request);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    // Every rule counts every request that it fits, also when an earlier one answers.
    const rule = rules.filter((candidate) => fires(candidate, request, path, body))[0];
    const how = rule?.with;
    const after = how === undefined || how === "drop" || (typeof how === "object" && "as" in how);
    if (!after) return refusal(how, request.signal);
    const response = await carryOut(request, path, body);
    if (how === undefined) return response;
    if (how !== "drop") {
      const { status, headers } = response;
      const said = JSON.stringify(how.as(await response.json()));
      return new Response(said, { status, headers });
    }
    await response.body?.cancel();
    throw new TypeError("Network connection lost: secret-host.internal");
  }

  const double: Double = {
    honoursKeys: true,
    counts: { requests: 0, writes: 0, inFlight: 0, maxInFlight: 0 },
    log: [],
    async fetch(request) {
      const { counts } = double;
      const url = new URL(request.url);
      const seen: Seen = {
        method: request.method,
        path: url.pathname + url.search,
        idempotencyKey: request.headers.get("Idempotency-Key"),
        status: 0,
      };
      double.log.push(seen);
      counts.requests++;
      counts.inFlight++;
      counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
      try {
        const response = await answer(request, seen.path);
        seen.status = response.status;
        return response;
      } finally {
        counts.inFlight--;
      }
    },
    reset() {
      rules.length = 0;
      double.log.length = 0;
      wait = () => 0;
      double.honoursKeys = true;
      // In-flight requests are still there after a reset.
      const { inFlight } = double.counts;
      Object.assign(double.counts, { requests: 0, writes: 0, maxInFlight: inFlight });
    },
    delay(ms) {
      wait = typeof ms === "number" ? () => ms : ms;
    },
    refuse({ with: how, ...match }) {
      rules.push({ match, with: how, fitted: 0, fired: 0 });
    },
    rewrite({ as, ...match }) {
      rules.push({ match, with: { as }, fitted: 0, fired: 0 });
    },
    dropAnswer(match = {}) {
      rules.push({ match, with: "drop", fitted: 0, fired: 0 });
    },
  };
  return double;
}
