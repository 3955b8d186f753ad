/** The session object's tables. Creating them again is harmless, so every wake-up does. */
export const SESSION_SCHEMA = `
CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS operation (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  digest TEXT NOT NULL,
  draft TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  stop_requested INTEGER NOT NULL DEFAULT 0,
  indexed INTEGER NOT NULL DEFAULT 0,
  archived INTEGER NOT NULL DEFAULT 0,
  auxiliary TEXT
);
CREATE INDEX IF NOT EXISTS operation_by_digest ON operation (digest, status);
CREATE TABLE IF NOT EXISTS idempotency (key TEXT PRIMARY KEY, operation_id TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS idempotency_by_operation ON idempotency (operation_id);
CREATE INDEX IF NOT EXISTS operation_by_status ON operation (status, archived);
CREATE TABLE IF NOT EXISTS item (
  operation_id TEXT NOT NULL,
  idx INTEGER NOT NULL,
  state TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (operation_id, idx)
);
`;
