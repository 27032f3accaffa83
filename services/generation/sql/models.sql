-- What Luit sells. Each publication of a model adds a revision of its entry, which does not change afterwards.
CREATE TABLE model_revisions (
  model text NOT NULL,
  revision int NOT NULL CHECK (revision > 0),
  entry jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  -- The operator; null for the entries of a new installation.
  published_by uuid,
  reason text NOT NULL,
  PRIMARY KEY (model, revision)
);

-- The revision that is in force.
CREATE TABLE models (
  id text PRIMARY KEY,
  revision int NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  position int NOT NULL,
  FOREIGN KEY (id, revision) REFERENCES model_revisions
);
CREATE UNIQUE INDEX models_one_default ON models (is_default) WHERE is_default;

-- Routes whose vendor answered that it has no such model. They take no new jobs until another revision is published.
CREATE TABLE missing_routes (
  model text NOT NULL,
  revision int NOT NULL,
  provider text NOT NULL,
  -- The vendor's answer.
  message text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (model, revision, provider),
  FOREIGN KEY (model, revision) REFERENCES model_revisions
);

CREATE VIEW published_models AS
  SELECT m.id, m.revision, r.entry, m.is_default, m.position,
         -- Since when each revision is deprecated; null if the one in force is not.
         (SELECT min(d.published_at) FROM model_revisions d
           WHERE d.model = m.id AND d.revision > coalesce((
             SELECT max(e.revision) FROM model_revisions e WHERE e.model = m.id AND e.entry ->> 'state' <> 'deprecated'), 0)
         ) AS deprecated_since,
         ARRAY(SELECT provider FROM missing_routes x WHERE x.model = m.id AND x.revision = m.revision) AS missing_providers,
         -- At providers that are not off; those with the highest priority first, otherwise in the order of the entry.
         ARRAY(SELECT i.id FROM jsonb_array_elements(r.entry -> 'routes') WITH ORDINALITY AS e (route, n)
                 JOIN provider_instances i ON i.id = e.route ->> 'provider' AND i.state <> 'off'
                ORDER BY i.priority DESC, e.n) AS usable_providers,
         ARRAY(SELECT id FROM provider_instances WHERE state = 'off') AS off_providers
    FROM models m JOIN model_revisions r ON r.model = m.id AND r.revision = m.revision;

-- Names for a duration and a resolution of the default model, or for a quality of restorations. The model has the price.
CREATE TABLE plans (
  id text PRIMARY KEY,
  type text NOT NULL DEFAULT 'video' CHECK (type IN ('video', 'restore')),
  name text NOT NULL,
  -- Seconds; null for restorations.
  duration int CHECK (duration > 0),
  quality text NOT NULL,
  is_popular boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  description text NOT NULL,
  position int NOT NULL,
  CONSTRAINT plan_of_type CHECK ((type = 'video') = (duration IS NOT NULL))
);

INSERT INTO plans (id, name, duration, quality, is_popular, description, position) VALUES
  ('5s-480p', 'Standard Video', 5, '480p', true, '5 second video in 480p', 1),
  ('5s-720p', 'HD Video', 5, '720p', false, '5 second video in 720p HD', 2),
  ('10s-480p', 'Extended Video', 10, '480p', false, '10 second video in 480p', 3),
  ('10s-720p', 'Extended HD Video', 10, '720p', false, '10 second video in 720p HD', 4);

INSERT INTO plans (id, type, name, quality, is_popular, description, position) VALUES
  ('restore-standard', 'restore', 'Standard restoration', 'standard', true, 'Twice the size', 11),
  ('restore-high', 'restore', 'High restoration', 'high', false, 'Three times the size', 12),
  ('restore-ultra', 'restore', 'Ultra restoration', 'ultra', false, 'Four times the size', 13);
