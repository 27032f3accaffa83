-- Finished videos that operators show to everyone.
CREATE TABLE examples (
  request_id uuid PRIMARY KEY REFERENCES requests ON DELETE CASCADE,
  title text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
