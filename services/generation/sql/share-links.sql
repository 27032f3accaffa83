-- Links through which anyone can see the output of a request, until they expire or are revoked. A request has at most one.
CREATE TABLE share_links (
  token text PRIMARY KEY,
  request_id uuid NOT NULL UNIQUE REFERENCES requests ON DELETE CASCADE,
  user_id uuid NOT NULL,
  shows_prompt boolean NOT NULL,
  is_indexed boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz
);
CREATE INDEX share_links_by_user ON share_links (user_id, request_id);
