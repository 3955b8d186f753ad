/** Lets so many requests per second through for each company. */
export class RateLimit {
  readonly #admitted = new Map<string, number[]>();

  /** @returns undefined when the request may pass, else how many milliseconds it is too early */
  tooEarly(company: string, perSecond: number): number | undefined {
    if (perSecond <= 0) return undefined;
    const now = Date.now();
    // A rate below one means one request in several seconds.
    const atOnce = Math.max(1, Math.floor(perSecond));
    const span = (atOnce / perSecond) * 1000;
    const recent = (this.#admitted.get(company) ?? []).filter((at) => at > now - span);
    this.#admitted.set(company, recent);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= atOnce) return oldest + span - now;
    recent.push(now);
    return undefined;
  }
}

/** `Retry-After` in either of its two forms, never too short. */
export function retryAfter(milliseconds: number, form: "seconds" | "date"): string {
  if (form === "seconds") return String(Math.max(1, Math.ceil(milliseconds / 1000)));
  return new Date(Math.ceil((Date.now() + milliseconds) / 1000) * 1000).toUTCString();
}
