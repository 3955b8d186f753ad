import { DurableObject } from "cloudflare:workers";

/** A burst may run ahead of the pace by this much, in milliseconds: short reads need not wait for one another. */
const BURST_MS = 1_000;

/**
 * The pace at which one company is asked at bitERP, whoever asks: one object per company hands out turns. It lives in
 * memory only; an object that was evicted had nobody waiting.
 */
export class PaceObject extends DurableObject<Env> {
  /** When the next turn is due if everybody keeps the pace, in epoch milliseconds. */
  #due = 0;

  /** Takes the next turn. @returns how long to wait for it, in milliseconds */
  turn(perSecond: number): number {
    const now = Date.now();
    const earliest = now - BURST_MS + 1_000 / perSecond;
    const at = Math.max(this.#due, Math.min(earliest, now));
    this.#due = at + 1_000 / perSecond;
    return Math.max(0, at - now);
  }
}
