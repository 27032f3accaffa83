-- Retained records: the personal data of a deleted account that the law requires Luit to keep. Each row has its date of deletion.
CREATE TABLE sealed_records (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- The data, encrypted with a key that is derived from AUTH_SECRET.
  sealed bytea NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  delete_at timestamptz NOT NULL CHECK (delete_at > erased_at)
);
CREATE INDEX sealed_records_by_erasure ON sealed_records (erased_at, user_id);
CREATE INDEX sealed_records_by_deletion ON sealed_records (delete_at);
