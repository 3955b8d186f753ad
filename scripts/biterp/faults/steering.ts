import { chanceOf } from "./chance.ts";
import { RateLimit, retryAfter } from "./rate.ts";
import { type Arrived, actionOf, type CountedRule } from "./rules.ts";
import type { Action, Switches } from "./switches.ts";

const company = /^\/v1\/tenants\/([^/?]+)\//;

/** The switches as they stand, and what follows from them for each request. */
export class Steering {
  readonly #atStart: Switches;
  #switches: Switches;
  #rules: CountedRule[] = [];
  #chance = chanceOf(0);
  #limit = new RateLimit();

  constructor(atStart: Switches) {
    this.#atStart = atStart;
    this.#switches = atStart;
    this.reset();
  }

  get switches(): Omit<Switches, "rules"> & { rules: CountedRule[] } {
    return { ...this.#switches, rules: this.#rules };
  }

  /** New rules count from nothing, a new seed begins its numbers anew; the rest stays. */
  change(some: Partial<Switches>): void {
    this.#switches = { ...this.#switches, ...some };
    if (some.rules) this.#rules = some.rules.map((rule) => ({ ...rule, fitted: 0, fired: 0 }));
    if (some.seed !== undefined) this.#chance = chanceOf(some.seed);
    if (some.ratePerSecond !== undefined) this.#limit = new RateLimit();
  }

  /** Back to how it was started. */
  reset(): void {
    this.change(this.#atStart);
  }

  /** What is to happen to a request, if not what it asks for. */
  decide(arrived: Arrived): Action | undefined {
    const byRule = actionOf(this.#rules, arrived);
    if (byRule) return byRule;
    const { errorRate, ratePerSecond, retryAfter: form } = this.#switches;
    const byChance = this.#chance(errorRate);
    if (byChance) return byChance;
    const early = this.#limit.tooEarly(company.exec(arrived.path)?.[1] ?? "", ratePerSecond);
    return early === undefined
      ? undefined
      : { status: 429, headers: { "Retry-After": retryAfter(early, form) } };
  }

  /** The same for the issuer: only rules are about it. */
  decideForIssuer(method: string, path: string): Action | undefined {
    return actionOf(this.#rules, { method, path, body: "" });
  }
}
