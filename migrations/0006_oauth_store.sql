-- What the OAuth provider keeps (clients, grants, tokens), in a store that is consistent and can compare and swap.
CREATE TABLE oauth_entry (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  metadata TEXT,
  -- Epoch seconds; null: for ever.
  expires_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
CREATE INDEX oauth_entry_by_age ON oauth_entry (expires_at) WHERE expires_at IS NOT NULL;
