import { chanceOf } from "./chance.ts";
import { RateLimit, retryAfter } from "./rate.ts";
import { type Arrived, actionOf, type Counted, type Fitting } from "./rules.ts";
import type { Action, CommonSwitches, Switches } from "./switches.ts";

const company = /^\/v1\/tenants\/([^/?]+)\//;

/** What can be steered: switches that every front has, and rules whose actions are the front's own. */
interface Steered extends CommonSwitches {
  rules: (Fitting & { action: unknown })[];
}

type RuleOf<S extends Steered> = S["rules"][number];
type ActionOf<S extends Steered> = RuleOf<S>["action"];

/** The switches as they stand, and what follows from them for each request. */
export class Steering<S extends Steered = Switches> {
  readonly #atStart: S;
  #switches: S;
  #rules: (RuleOf<S> & Counted)[] = [];
  #chance = chanceOf(0);
  #limit = new RateLimit();

  constructor(atStart: S) {
    this.#atStart = atStart;
    this.#switches = atStart;
    this.reset();
  }

  get switches(): Omit<S, "rules"> & { rules: (RuleOf<S> & Counted)[] } {
    return { ...this.#switches, rules: this.#rules };
  }

  /** New rules count from nothing, a new seed begins its numbers anew; the rest stays. */
  change(some: Partial<S>): void {
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
  decide(arrived: Arrived): ActionOf<S> | Action | undefined {
    const byRule = actionOf<ActionOf<S>>(this.#rules, arrived);
    if (byRule) return byRule;
    const { errorRate, ratePerSecond, retryAfter: form } = this.#switches;
    const byChance = this.#chance(errorRate);
    if (byChance) return byChance;
    const whose = arrived.company ?? company.exec(arrived.path)?.[1] ?? "";
    const early = this.#limit.tooEarly(whose, ratePerSecond);
    return early === undefined
      ? undefined
      : { status: 429, headers: { "Retry-After": retryAfter(early, form) } };
  }

  /** The same for the issuer: only rules are about it. */
  decideForIssuer(method: string, path: string): ActionOf<S> | undefined {
    return actionOf<ActionOf<S>>(this.#rules, { method, path, body: "" });
  }
}
