-- Sign-ins at a remote bitERP that are under way, sealed; each is taken once.
CREATE TABLE sign_in (
  id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX sign_in_by_age ON sign_in (expires_at);
