import { type Expected, of2026, ofProduct, upTo2025 } from "./expected.ts";
import { next, released, requiredIn2026, type Suite } from "./suites.ts";

/** What is run, and what is known of it. */
export interface Plan {
  /** As `docs/conformance.md` names its part. */
  name: string;
  suite: Suite;
  expected: readonly Expected[];
  /** The scenarios that count; all when absent. */
  required?: readonly string[];
  /** These alone; all when absent. */
  scenarios?: readonly string[];
}

export const fixtureReleased: Plan = { name: "0.1.16", suite: released, expected: upTo2025 };

export const fixtureNext: Plan = {
  name: "0.2.0-alpha.12",
  suite: next,
  expected: of2026,
  required: requiredIn2026,
};

// Of the product, those that need no tool, prompt or resource of the suite's own, or hardly any.

export const productReleased: Plan = {
  name: "product, 0.1.16",
  suite: released,
  expected: [],
  scenarios: ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
};

export const productNext: Plan = {
  name: "product, 0.2.0-alpha.12",
  suite: next,
  expected: ofProduct,
  scenarios: [
    "server-stateless",
    "tools-list",
    "caching",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
  ],
};
