-- Plans and models, which together make the price of a request. Operators change plan prices.
CREATE TABLE plans (
  id text PRIMARY KEY,
  type text NOT NULL DEFAULT 'video' CHECK (type IN ('video', 'restore')),
  name text NOT NULL,
  -- Seconds; null for restorations.
  duration int CHECK (duration > 0),
  credits int NOT NULL CHECK (credits > 0),
  quality text NOT NULL,
  is_popular boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  description text NOT NULL,
  position int NOT NULL,
  run_limit_seconds int NOT NULL CHECK (run_limit_seconds > 0),
  CONSTRAINT plan_of_type CHECK (CASE type
    WHEN 'video' THEN duration IS NOT NULL AND quality IN ('480p', '720p')
    ELSE duration IS NULL AND quality IN ('standard', 'high', 'ultra') END)
);

CREATE TABLE models (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  -- Price factor in thousandths.
  factor_permille int NOT NULL CHECK (factor_permille > 0),
  supports jsonb NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  position int NOT NULL
);
CREATE UNIQUE INDEX models_one_default ON models (is_default) WHERE is_default;

INSERT INTO plans (id, name, duration, credits, quality, is_popular, description, position, run_limit_seconds) VALUES
  ('5s-480p', 'Standard Video', 5, 18, '480p', true, '5 second video in 480p', 1, 900),
  ('5s-720p', 'HD Video', 5, 36, '720p', false, '5 second video in 720p HD', 2, 900),
  ('10s-480p', 'Extended Video', 10, 36, '480p', false, '10 second video in 480p', 3, 1200),
  ('10s-720p', 'Extended HD Video', 10, 72, '720p', false, '10 second video in 720p HD', 4, 1200);

INSERT INTO plans (id, type, name, credits, quality, is_popular, description, position, run_limit_seconds) VALUES
  ('restore-standard', 'restore', 'Standard restoration', 4, 'standard', true, 'Twice the size', 11, 600),
  ('restore-high', 'restore', 'High restoration', 8, 'high', false, 'Three times the size', 12, 600),
  ('restore-ultra', 'restore', 'Ultra restoration', 12, 'ultra', false, 'Four times the size', 13, 600);

INSERT INTO models (id, name, description, factor_permille, supports, is_default, position) VALUES
  ('seedance', 'Seedance', 'Smooth motion from a prompt or an image.', 1000, '[{"type": "video", "durations": [5, 10], "resolutions": ["480p", "720p"]},
    {"type": "image_video", "durations": [5, 10], "resolutions": ["480p", "720p"]}]', true, 1),
  ('stableVideo', 'Stable Video', 'Brings still images to life.', 1200, '[{"type": "video", "durations": [5, 10], "resolutions": ["480p", "720p"]},
    {"type": "image_video", "durations": [5, 10], "resolutions": ["480p", "720p"]}]', false, 2),
  ('zeroscope', 'Zeroscope', 'Wide scenes from a prompt, and it can avoid what you name.', 1500, '[{"type": "video", "durations": [5, 10], "resolutions": ["480p", "720p"]}]',
    false, 3),
  ('gfpgan', 'GFPGAN', 'Restores faces in old photos.', 1000, '[{"type": "restore", "durations": [], "resolutions": ["standard", "high", "ultra"]}]',
    false, 11);
