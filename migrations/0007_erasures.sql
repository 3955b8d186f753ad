-- Sessions of erased people, which only the Worker itself can empty: its daily job does, and takes the row away.
CREATE TABLE erasure (
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- Epoch milliseconds; what came later belongs to a person who came back.
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, client_id)
) WITHOUT ROWID;
