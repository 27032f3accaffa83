-- Small and animated versions of videos, which a worker makes when someone first asks for them.
CREATE TABLE derived_files (
  request_id uuid PRIMARY KEY REFERENCES requests ON DELETE CASCADE,
  user_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'ready', 'failed')),
  -- Null while they are made, and if the original is as small.
  small_key text,
  small_bytes bigint,
  animation_key text,
  animation_bytes bigint,
  -- Times that a worker was asked to make them.
  attempts int NOT NULL DEFAULT 1,
  enqueued_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX derived_files_of_user ON derived_files (user_id) INCLUDE (small_bytes, animation_bytes);
CREATE INDEX derived_files_unfinished ON derived_files (enqueued_at) WHERE state = 'making';
