-- Requests that their owners marked in their library.
CREATE TABLE favorites (
  request_id uuid PRIMARY KEY REFERENCES requests ON DELETE CASCADE,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX favorites_by_user ON favorites (user_id, request_id);
