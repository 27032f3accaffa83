-- Selections of requests whose outputs their owner downloads as one file. Whoever knows the random id can download it for a day.
CREATE TABLE zip_downloads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  request_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX zip_downloads_by_age ON zip_downloads (created_at);
