-- Named groups of requests in the library of an account. A request can be in several.
CREATE TABLE collections (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX collections_by_name ON collections (user_id, lower(name));

-- Requests in the trash stay in their collections, so that they are there again when they are taken back.
CREATE TABLE collection_items (
  collection_id uuid NOT NULL REFERENCES collections ON DELETE CASCADE,
  request_id uuid NOT NULL REFERENCES requests ON DELETE CASCADE,
  PRIMARY KEY (collection_id, request_id)
);
CREATE INDEX collection_items_by_request ON collection_items (request_id);
