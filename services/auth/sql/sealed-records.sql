-- What the deletion of an account removed and the law asks to keep: one row per account, until its date of deletion.
CREATE TABLE sealed_records (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- Encrypted with a key from AUTH_SECRET.
  sealed bytea NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  delete_at timestamptz NOT NULL CHECK (delete_at > erased_at)
);
CREATE INDEX sealed_records_by_erasure ON sealed_records (erased_at, user_id);
CREATE INDEX sealed_records_by_deletion ON sealed_records (delete_at);
