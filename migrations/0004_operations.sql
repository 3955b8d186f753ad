-- Where every operation is (its session object), and how it ended. The session object is the authority until then.
CREATE TABLE operation (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  status TEXT,
  created_at TEXT NOT NULL,
  ended_at TEXT,
  -- The operation without its items, once it has ended.
  head TEXT
);
CREATE INDEX operation_by_user ON operation (user_id, created_at);
CREATE INDEX operation_by_age ON operation (created_at);

CREATE TABLE operation_item (
  operation_id TEXT NOT NULL,
  idx INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (operation_id, idx)
);
