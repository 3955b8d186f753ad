-- Access tokens that people make for programs which cannot open a browser. Their text is stored nowhere.
CREATE TABLE program_token (
  -- Names the connection, and in `program:<id>` its client.
  id TEXT PRIMARY KEY,
  -- SHA-256 of the text.
  hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Separated by blanks.
  scopes TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  -- As it was called when the token was made.
  tenant_name TEXT NOT NULL,
  -- The grant, as a client's is kept: it opens only with the token's text.
  sealed TEXT NOT NULL,
  -- Epoch milliseconds.
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) WITHOUT ROWID;
CREATE INDEX program_token_by_user ON program_token (user_id, expires_at);
CREATE INDEX program_token_by_age ON program_token (expires_at);
