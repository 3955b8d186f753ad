import type { Rule } from "../../../scripts/biterp/faults/switches.ts";
import { type BitErpOptions, type RunningBitErp, startBitErp } from "./biterp";
import { freePort, type RunningServer, startServer } from "./server";

export const ANA = "ana@padaria-aurora.example";
export const BRUNO = "bruno@mercado-beira.example";
/** Seeded companies: Ana is admin of the first and manager of the second, Bruno admin of the second. */
export const AURORA = "b0000000-0000-4000-8000-000000000001";
export const BEIRA = "b0000000-0000-4000-8000-000000000002";

/** A server and the remote bitERP behind it, each in a process of its own. */
export interface Pair {
  erp: RunningBitErp;
  server: RunningServer;
  stop(): Promise<void>;
}

export interface PairOptions {
  /** Variables of the Worker. */
  vars?: Record<string, string>;
  /** Environment of the start script, on top of the address and the client. */
  env?: Record<string, string>;
  switches?: BitErpOptions["switches"];
  /** Puts something in front of bitERP. @returns the address to give the server */
  door?(erp: RunningBitErp): Promise<string>;
}

export const pointing = (erp: RunningBitErp, url = erp.url) => ({
  BITERP_URL: url,
  BITERP_OAUTH_ISSUER: erp.issuer,
  BITERP_OAUTH_CLIENT_ID: erp.clientId,
  BITERP_OAUTH_CLIENT_SECRET: erp.clientSecret,
});

/** Starts both, the server pointed at bitERP. */
export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const { vars = {}, env = {}, switches = {}, door } = options;
  const port = await freePort();
  const erp = await startBitErp({ redirectUris: [`http://localhost:${port}/callback`], switches });
  try {
    const url = door ? await door(erp) : erp.url;
    const server = await startServer({ port, vars, env: { ...pointing(erp, url), ...env } });
    const stop = async () => {
      await Promise.allSettled([server.stop(), erp.stop()]);
    };
    return { erp, server, stop };
  } catch (error) {
    await erp.stop();
    throw error;
  }
}

/** A rule that only counts: it fits, and never fires. */
export const counting = (rule: Omit<Rule, "action">): Rule => ({
  ...rule,
  nth: 1_000_000,
  action: { status: 599 },
});

/** How often the issuer was asked for tokens, and to take some back, since `watchIssuer`. */
export interface IssuerCounts {
  tokens: number;
  revocations: number;
}

const watch = [counting({ path: "/oauth/token" }), counting({ path: "/oauth/token/revocation" })];

/** Starts counting at the issuer. @param rules further ones */
export async function watchIssuer(erp: RunningBitErp, rules: Rule[] = []): Promise<void> {
  await erp.control({ rules: [...watch, ...rules] });
}

export async function issuerCounts(erp: RunningBitErp): Promise<IssuerCounts> {
  const { rules } = (await erp.state()).switches;
  const [all, revocations] = rules.map(({ fitted }) => fitted);
  if (all === undefined || revocations === undefined) throw new Error("Nobody watches the issuer");
  return { tokens: all - revocations, revocations };
}

/** The writes at bitERP since the last reset: how many requests carried each key, and how many changed something. */
export async function writesByKey(erp: RunningBitErp): Promise<Map<string, { sent: number; done: number }>> {
  const keys = new Map<string, { sent: number; done: number }>();
  for (const { idempotencyKey, written } of (await erp.state()).log) {
    const seen = keys.get(idempotencyKey ?? "") ?? { sent: 0, done: 0 };
    keys.set(idempotencyKey ?? "", { sent: seen.sent + 1, done: seen.done + (written ? 1 : 0) });
  }
  return keys;
}

/** Waits until a condition holds. @throws Error when it does not in time */
export async function until<T>(ask: () => Promise<T | undefined | false>, timeoutMs = 60_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error("It did not come true in time");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
