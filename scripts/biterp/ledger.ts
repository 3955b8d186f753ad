/** One write request, as it arrived and as it ended. */
export interface LoggedWrite {
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** What was answered; 0 where no answer went out, null while it runs. */
  status: number | null;
  /** When it arrived. */
  time: string;
  /** Whether something changed: false for a refusal, and for a repeat that was answered from memory. */
  written: boolean;
  productId?: string;
  etag?: string;
}

const longestLog = 200_000;

/** Counts the requests to bitERP and keeps a log of its writes. */
export class Ledger {
  readonly counts = { requests: 0, writes: 0, inFlight: 0, maxInFlight: 0 };
  readonly log: LoggedWrite[] = [];
  /** The tags that writes have made; each real one makes its own. */
  readonly #etags = new Set<string>();

  begin(): void {
    const { counts } = this;
    counts.requests++;
    counts.inFlight++;
    counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
  }

  end(): void {
    this.counts.inFlight--;
  }

  arrive(method: string, path: string, idempotencyKey: string | null): LoggedWrite {
    const time = new Date().toISOString();
    const entry: LoggedWrite = { method, path, idempotencyKey, status: null, time, written: false };
    if (this.log.length < longestLog) this.log.push(entry);
    return entry;
  }

  /** Notes what bitERP answered to a write: a product that is new since the request arrived was written by it. */
  answered(entry: LoggedWrite, status: number, body: string): void {
    if (status >= 300) return;
    const { id, etag, updated_at: at } = JSON.parse(body) as Record<string, unknown>;
    if (typeof id !== "string" || typeof etag !== "string" || typeof at !== "string") return;
    Object.assign(entry, { productId: id, etag });
    if (at < entry.time || this.#etags.has(etag)) return;
    this.#etags.add(etag);
    entry.written = true;
    this.counts.writes++;
  }

  /** Forgets what was; what is still under way stays counted. */
  reset(): void {
    const { inFlight } = this.counts;
    Object.assign(this.counts, { requests: 0, writes: 0, maxInFlight: inFlight });
    this.log.length = 0;
  }
}
