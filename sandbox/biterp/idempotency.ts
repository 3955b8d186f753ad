import { isRecord, type JsonObject } from "../../src/json";
import type { BundledContext } from "./context";
import { sha256 } from "./digest";
import { type Answer, invalid } from "./problems";

/** An `Idempotency-Key` in its scope. */
export interface IdempotencyKey {
  userId: string;
  tenantId: string;
  key: string;
  /** Digest of method, path and body. */
  fingerprint: string;
}

/** What the first request under a key was answered. */
export interface EarlierAnswer {
  fingerprint: string;
  answer: Answer;
}

const keptMilliseconds = 24 * 60 * 60 * 1000;
const longestKey = 255;

/**
 * The key of this request, if it has one.
 * @throws Problem 422 when it is too long
 */
export async function idempotencyKey(c: BundledContext, body: string): Promise<IdempotencyKey | undefined> {
  const key = c.req.header("Idempotency-Key");
  if (!key) return undefined;
  if (key.length > longestKey) throw invalid([{ field: "Idempotency-Key", code: "too_long" }]);
  const fingerprint = await sha256(`${c.req.method} ${c.req.path}\n${body}`);
  return { userId: c.var.user.id, tenantId: c.var.access.tenantId, key, fingerprint };
}

/** The answer that is kept under a key; null when there is none younger than 24 hours. */
export async function findEarlier(db: D1Database, key: IdempotencyKey): Promise<EarlierAnswer | null> {
  const row = await db
    .prepare(
      `SELECT fingerprint, status, body FROM biterp_idempotency_keys
       WHERE user_id = ? AND tenant_id = ? AND key = ? AND created_at > ?`,
    )
    .bind(key.userId, key.tenantId, key.key, Date.now() - keptMilliseconds)
    .first<{ fingerprint: string; status: number; body: string }>();
  if (!row) return null;
  const body: unknown = JSON.parse(row.body);
  return {
    fingerprint: row.fingerprint,
    answer: { status: row.status, body: isRecord(body) ? (body as JsonObject) : {} },
  };
}

/** Drops every key that is too old. */
export function forgetExpired(db: D1Database): D1PreparedStatement {
  return db
    .prepare("DELETE FROM biterp_idempotency_keys WHERE created_at <= ?")
    .bind(Date.now() - keptMilliseconds);
}

/** Claims the key and keeps the answer; returns a row only when nobody has claimed it before. */
export function claimKey(
  db: D1Database,
  key: IdempotencyKey,
  claim: string,
  answer: Answer,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO biterp_idempotency_keys (claim, user_id, tenant_id, key, fingerprint, status, body, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING claim`,
    )
    .bind(
      claim,
      key.userId,
      key.tenantId,
      key.key,
      key.fingerprint,
      answer.status,
      JSON.stringify(answer.body),
      Date.now(),
    );
}

/** Gives the key back when the write it was claimed for did not happen. */
export function release(
  db: D1Database,
  claim: string,
  write: { id: string; etag: string },
): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM biterp_idempotency_keys WHERE claim = ?1
         AND NOT EXISTS (SELECT 1 FROM biterp_products WHERE id = ?2 AND etag = ?3)`,
    )
    .bind(claim, write.id, write.etag);
}
