/** How long a call waits for its operation before it answers RUNNING, in milliseconds. */
export const CALL_DEADLINE_MS = 25_000;
/** How long the last words about progress may take to arrive, in milliseconds. */
const LAST_WORDS_MS = 1_000;

/** Called over RPC while items run. */
export type RemoteProgress = (done: number, total: number) => Promise<void>;

/** The calls that wait for running operations: each is told how far its operation is, and waits only so long. */
export class Waiting {
  readonly #listeners = new Map<string, Set<(done: number, total: number) => void>>();

  /** Tells everybody who waits for an operation. */
  tell(id: string, done: number, total: number): void {
    for (const listener of this.#listeners.get(id) ?? []) listener(done, total);
  }

  /** Waits for a run, or until a call has waited long enough. A run that broke is taken up again by the alarm. */
  async until(id: string, run: Promise<void>, progress: RemoteProgress | undefined): Promise<void> {
    const told: Promise<void>[] = [];
    let gone = progress === undefined;
    const listener = (done: number, total: number) => {
      if (!progress || gone) return;
      told.push(
        progress(done, total).catch(() => {
          // The caller went away; the work goes on without telling it.
          gone = true;
        }),
      );
    };
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    try {
      await atMost(
        CALL_DEADLINE_MS,
        run.catch(() => undefined),
      );
      // Words that are not waited for would be lost with the answer.
      if (told.length > 0) await atMost(LAST_WORDS_MS, Promise.allSettled(told));
    } finally {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    }
  }
}

/** A timer that is left running keeps the object awake for its whole time. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
