import { respond } from "./answers";
import type { BundledContext } from "./context";
import {
  claimKey,
  type EarlierAnswer,
  findEarlier,
  forgetExpired,
  idempotencyKey,
  release,
} from "./idempotency";
import { type Answer, Problem } from "./problems";

/** What a request comes to, decided from what was read; the write itself fails if that is no longer true. */
export interface Plan {
  answer: Answer;
  /** Absent when there is nothing to write. */
  write?: {
    id: string;
    etag: string;
    /** The first statement returns a row when it wrote. */
    statements(claim: string | null): D1PreparedStatement[];
  };
}

const attempts = 8;

async function planned(plan: () => Promise<Plan>): Promise<Plan> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof Problem) return { answer: error.answer };
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && error.message.includes("UNIQUE constraint failed");
}

/**
 * Does a write once. The claim on the idempotency key, the product, its index row and the stored answer are one
 * transaction, so a key is either unknown or answered, and of parallel requests exactly one writes. Whoever loses a
 * race plans anew from what is true now.
 * @param body the raw request body, part of what makes a request the same
 * @throws Problem 409 `key_reused`, 503 `busy`
 */
export async function writeOnce(
  c: BundledContext,
  body: string,
  plan: () => Promise<Plan>,
): Promise<Response> {
  const db = c.env.DB;
  const key = await idempotencyKey(c, body);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const earlier: EarlierAnswer | null = key ? await findEarlier(db, key) : null;
    if (earlier && earlier.fingerprint !== key?.fingerprint) {
      throw new Problem(409, "key_reused", "This Idempotency-Key was used for another request.");
    }
    if (earlier) return respond(earlier.answer);

    const { answer, write } = await planned(plan);
    const claim = key ? crypto.randomUUID() : null;
    const before = key && claim ? [forgetExpired(db), claimKey(db, key, claim, answer)] : [];
    const changes = write ? write.statements(claim) : [];
    const after = write && claim ? [release(db, claim, write)] : [];
    const statements = [...before, ...changes, ...after];
    if (statements.length === 0) return respond(answer);
    try {
      const results = await db.batch(statements);
      // The last claim statement decides when there is nothing to write, else the write itself.
      const decisive = results[write ? before.length : before.length - 1];
      if (decisive && decisive.results.length > 0) return respond(answer);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new Problem(503, "busy", "Too many writes to the same product at once.");
}
