import type { LoggedWrite } from "../../scripts/biterp/ledger.ts";
import type { Entry, Outcome, Worker } from "./worker.ts";

/** What the comparison came to. */
export interface Comparison {
  operations: number;
  items: number;
  agreed: number;
  unknown: number;
  /** Of those with an unknown outcome: how many bitERP did do. */
  unknownDone: number;
  /** Products whose price at bitERP is what the last answer said. */
  values: number;
  disagreements: string[];
}

const KEY = /^(op_[^.]+)\.(\d+)$/;
const PATIENCE_MS = 120_000;
/** How many operations are asked for at the same moment. */
const AT_ONCE = 8;

/** The writes of bitERP's record by the key they carried. */
function byKey(log: readonly LoggedWrite[]): Map<string, LoggedWrite[]> {
  const keys = new Map<string, LoggedWrite[]>();
  for (const write of log) {
    const key = write.idempotencyKey ?? `${write.method} ${write.path} without a key`;
    keys.set(key, [...(keys.get(key) ?? []), write]);
  }
  return keys;
}

/** The operation's evidence once it has ended. */
async function evidenceOf(worker: Worker, operation_id: string): Promise<Outcome> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    // It has no company of its own: the operation has one.
    const outcome = await worker.call("get_operation", { operation_id, tenant_id: undefined });
    const { status = "" } = outcome;
    if (outcome.results || ["CANCELLED", "EXPIRED", "AWAITING_CONFIRMATION"].includes(status)) return outcome;
    if (Date.now() > end) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** What is wrong with one item; undefined when both sides tell the same. */
function faultOf(entry: Entry, sent: readonly LoggedWrite[]): string | undefined {
  const written = sent.filter((write) => write.written);
  if (written.length > 1) return `written ${written.length} times`;
  if (entry.tries === 0 && sent.length > 0) return "sent, though never tried";
  if (!entry.success)
    return written.length > 0 && entry.error !== "unknown_outcome"
      ? `${entry.error}, but written`
      : undefined;
  const idle = entry.already_deleted === true || entry.already_live === true || "duplicate_of" in entry;
  if (written.length !== (idle ? 0 : 1)) return `said to be done, written ${written.length} times`;
  const [write] = written;
  return write && write.productId !== entry.id ? `another product: ${write.productId}` : undefined;
}

async function compareValues(worker: Worker, result: Comparison): Promise<void> {
  const known = [...worker.expected];
  for (let at = 0; at < known.length; at += 50) {
    const part = known.slice(at, at + 50);
    const { results = [] } = await worker.call("get_products", { items: part.map(([id]) => ({ id })) });
    for (const [index, [id, price]] of part.entries()) {
      const entry = results[index];
      const now = (entry?.product as { sale_price?: number } | undefined)?.sale_price;
      const agrees =
        price === null ? entry?.error === "deleted" || entry?.error === "not_found" : now === price;
      if (agrees) result.values += 1;
      else result.disagreements.push(`${id}: should cost ${price}, is ${JSON.stringify(entry)}`);
    }
  }
}

/** Holds bitERP's own record against the evidence, item by item and in both directions. */
export async function compare(workers: readonly Worker[], log: readonly LoggedWrite[]): Promise<Comparison> {
  const result: Comparison = {
    operations: 0,
    items: 0,
    agreed: 0,
    unknown: 0,
    unknownDone: 0,
    values: 0,
    disagreements: [],
  };
  const keys = byKey(log);
  const owners = new Map<string, Worker>();
  for (const [key, [write]] of keys) {
    const operation = KEY.exec(key)?.[1];
    const owner = workers.find(({ tenant, writes }) => writes && write?.path.includes(tenant));
    if (operation && owner) owners.set(operation, owner);
    else result.disagreements.push(`${key}: a write of no operation`);
  }
  for (const worker of workers) for (const operation of worker.operations) owners.set(operation, worker);

  const asked = [...owners];
  const evidence: [string, Outcome][] = [];
  const ask = async () => {
    for (let next = asked.pop(); next; next = asked.pop())
      evidence.push([next[0], await evidenceOf(next[1], next[0])]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  for (const [operation, { results, status }] of evidence) {
    result.operations += 1;
    if (!results) result.disagreements.push(`${operation}: ${status}`);
    for (const entry of results ?? []) {
      const key = `${operation}.${entry.index}`;
      const sent = keys.get(key) ?? [];
      keys.delete(key);
      result.items += 1;
      const fault = faultOf(entry, sent);
      if (fault) result.disagreements.push(`${key}: ${fault}`);
      else if (entry.error === "unknown_outcome") {
        result.unknown += 1;
        if (sent.some((write) => write.written)) result.unknownDone += 1;
      } else result.agreed += 1;
    }
  }
  for (const key of keys.keys())
    if (KEY.test(key)) result.disagreements.push(`${key}: a write without evidence`);
  for (const worker of workers) await compareValues(worker, result);
  return result;
}
