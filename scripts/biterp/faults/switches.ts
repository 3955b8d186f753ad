import * as z from "zod";

/** What a request gets in place of, or after, bitERP's own answer. */
export const action = z.union([
  z.enum(["drop", "drop_after", "hang", "html"]),
  z.strictObject({
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).optional(),
    /** JSON, or a text as it stands; absent: a problem document. */
    body: z.unknown().optional(),
  }),
]);

export const rule = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** A part of the path with its query. Only one that begins with /oauth is about the issuer. */
  path: z.string().optional(),
  /** A part of the request's body; not for the issuer. */
  body: z.string().optional(),
  /** Only these of the fitting requests, from 1. */
  nth: z.union([z.int().min(1), z.array(z.int().min(1))]).optional(),
  /** Only every so manieth of the fitting requests. */
  every: z.int().min(1).optional(),
  /** At most so often. */
  times: z.int().min(1).optional(),
  action,
});

/** What can be switched at every front of bitERP. */
export const commonSwitches = z.strictObject({
  /** Before each answer. */
  delayMs: z.int().min(0).max(600_000),
  /** The share of requests that are answered with a fault, without being carried out. */
  errorRate: z.number().min(0).max(1),
  /** Where the chance of `errorRate` begins: the same seed, the same faults. */
  seed: z.int(),
  /** Per company; 0: no limit. Beyond it the answer is 429. */
  ratePerSecond: z.number().min(0),
  /** How `Retry-After` says it. */
  retryAfter: z.enum(["seconds", "date"]),
  /** Seconds, for tokens given out from now on. */
  accessTokenTtl: z.int().min(1),
});

/** Everything that can be switched while it runs. */
export const switchesSchema = commonSwitches.extend({
  rules: z.array(rule),
  honourIdempotencyKeys: z.boolean(),
  honourIfMatch: z.boolean(),
});

export type Action = z.output<typeof action>;
export type Rule = z.output<typeof rule>;
export type CommonSwitches = z.output<typeof commonSwitches>;
export type Switches = z.output<typeof switchesSchema>;

export const commonCalm: CommonSwitches = {
  delayMs: 0,
  errorRate: 0,
  seed: 1,
  ratePerSecond: 0,
  retryAfter: "seconds",
  accessTokenTtl: 300,
};

/** A bitERP that behaves. */
export const calm: Switches = { ...commonCalm, rules: [], honourIdempotencyKeys: true, honourIfMatch: true };
