-- Whoever begins a sign-in at a remote bitERP is nobody yet: what they may have stored is counted by where they came from.
-- A hash; null: stored for somebody who has proven who they are, or by this server itself.
ALTER TABLE sign_in ADD COLUMN came_from TEXT;
CREATE INDEX sign_in_by_origin ON sign_in (came_from) WHERE came_from IS NOT NULL;
CREATE INDEX sign_in_begun ON sign_in (expires_at) WHERE came_from IS NOT NULL;

-- Every session object that holds something of a person, also of one who only ever read: what was chosen, a sign-in at
-- bitERP, operations. When its last connection is gone, the daily job ends what is left there, and forgets it here with
-- the last of its operations.
CREATE TABLE person_session (
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- SHA-256 of the e-mail in lower case, by which people ask to be erased; empty: not known.
  email_hash TEXT NOT NULL,
  -- Of the newest connection, in epoch milliseconds.
  connected_at INTEGER NOT NULL,
  -- 1: no connection was left, and what it had chosen and signed in with is gone.
  ended INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, client_id)
) WITHOUT ROWID;
CREATE INDEX person_session_by_email ON person_session (email_hash);

-- Those there were before this list.
INSERT OR IGNORE INTO person_session (user_id, client_id, email_hash, connected_at)
  SELECT substr(key, 7, instr(substr(key, 7), ':') - 1), json_extract(value, '$.clientId'), '', unixepoch() * 1000
  FROM oauth_entry
  WHERE key >= 'grant:' AND key < 'grant;' AND json_extract(value, '$.clientId') IS NOT NULL;
INSERT OR IGNORE INTO person_session (user_id, client_id, email_hash, connected_at)
  SELECT DISTINCT user_id, client_id, '', unixepoch() * 1000 FROM operation;
