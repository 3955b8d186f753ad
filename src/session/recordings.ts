import type { EvidenceStore, Recorded } from "../evidence/store";
import type { OperationDraft } from "../multi-item/operation";

/** An operation on its way into the archive. */
interface Recording {
  draft: OperationDraft;
  /** Fulfilled however it ends. */
  ended: Promise<void>;
}

/**
 * Operations that are being recorded outside, before anything is asked or sent. Until that is done they stand in no
 * ledger: an object that dies here leaves nothing that could be taken for an open question, and calls that mean the same
 * wait for the end instead of seeing something unfinished.
 */
export class Recordings {
  readonly #open = new Set<Recording>();

  constructor(private readonly evidence: () => EvidenceStore) {}

  /** How many there are. */
  get count(): number {
    return this.#open.size;
  }

  /** The end of one that fits; undefined when there is none. */
  find(fits: (draft: OperationDraft) => boolean): Promise<void> | undefined {
    for (const { draft, ended } of this.#open) if (fits(draft)) return ended;
    return undefined;
  }

  /**
   * Records an operation, and stores it in the very step in which that is done.
   * @throws whatever the archive throws; then the operation was never there
   */
  async record(draft: OperationDraft, row: Recorded, store: () => void): Promise<void> {
    const recording = this.evidence().index(row).then(store);
    const entry = { draft, ended: recording.catch(() => undefined) };
    this.#open.add(entry);
    try {
      await recording;
    } finally {
      this.#open.delete(entry);
    }
  }
}
