const FIRST = `
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

/**
 * Drafts have a version, runs count their tries, and a row exists only once its evidence does: what the first version
 * had stored before that goes, because nobody was told of it and nothing of it was sent.
 */
const RECORDED_AND_PACED = `
ALTER TABLE operation ADD COLUMN draft_version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE operation ADD COLUMN connection_id TEXT GENERATED ALWAYS AS
  (CASE WHEN json_valid(draft) THEN json_extract(draft, '$.connection_id') END) VIRTUAL;
ALTER TABLE operation ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE operation ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
DELETE FROM item WHERE operation_id IN
  (SELECT id FROM operation WHERE indexed = 0 AND status = 'AWAITING_CONFIRMATION');
DELETE FROM idempotency WHERE operation_id IN
  (SELECT id FROM operation WHERE indexed = 0 AND status = 'AWAITING_CONFIRMATION');
DELETE FROM operation WHERE indexed = 0 AND status = 'AWAITING_CONFIRMATION';
UPDATE operation SET status = 'CANCELLED', ended_at = created_at
  WHERE status = 'AWAITING_CONFIRMATION' AND json_valid(draft) AND json_extract(draft, '$.asked') = 0;
`;

/**
 * How the session object's tables came to be, one step per change. An object written by any earlier version takes the
 * steps that it has not taken, so a step that was released never changes: a new one is added below it. Steps add and
 * never rename or drop what the version before reads, because a deploy can be taken back. The first can also be taken
 * twice: the versions before there were steps left no mark.
 */
const STEPS: readonly string[] = [FIRST, RECORDED_AND_PACED];

/** Brings an object's tables to this version; each step whole or not at all. Done once, as the object wakes up. */
export function migrate(storage: DurableObjectStorage): void {
  const { sql } = storage;
  sql.exec("CREATE TABLE IF NOT EXISTS schema_step (step INTEGER PRIMARY KEY)");
  const taken = sql.exec<{ taken: number }>("SELECT COUNT(*) AS taken FROM schema_step").one().taken;
  STEPS.slice(taken).forEach((step, at) => {
    storage.transactionSync(() => {
      sql.exec(step);
      sql.exec("INSERT INTO schema_step (step) VALUES (?)", taken + at + 1);
    });
  });
}
