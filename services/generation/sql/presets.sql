-- Camera motions and styles: templates that are added to the prompt that a provider gets. Operators edit them.
CREATE TABLE presets (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('camera', 'style')),
  name text NOT NULL,
  description text NOT NULL,
  -- {prompt} stands for the prompt.
  text text NOT NULL CHECK (position('{prompt}' IN text) > 0),
  is_archived boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO presets (id, kind, name, description, text, created_at)
SELECT id, kind, name, description, text, now() + n * interval '1 millisecond'
  FROM (VALUES
    (1, 'static', 'camera', 'Static', 'The camera does not move.', '{prompt} Static camera, locked-off shot, no camera movement.'),
    (2, 'push-in', 'camera', 'Slow push-in', 'The camera moves slowly toward the subject.', '{prompt} The camera slowly pushes in toward the subject.'),
    (3, 'pull-back', 'camera', 'Pull-back', 'The camera moves away and reveals the surroundings.', '{prompt} The camera slowly pulls back and reveals the surroundings.'),
    (4, 'pan-left', 'camera', 'Pan left', 'The camera turns to the left.', '{prompt} The camera pans left in one smooth motion.'),
    (5, 'orbit', 'camera', 'Orbit', 'The camera circles the subject.', '{prompt} The camera orbits the subject in a smooth arc.'),
    (6, 'crane-up', 'camera', 'Crane up', 'The camera rises above the scene.', '{prompt} Crane shot: the camera rises high above the scene.'),
    (7, 'cinematic', 'style', 'Cinematic', 'A movie look with shallow depth of field.', '{prompt} Cinematic look, shallow depth of field, rich contrast.'),
    (8, 'documentary', 'style', 'Documentary', 'Natural light and an observing camera.', '{prompt} Documentary style, natural light, realistic colors.'),
    (9, 'watercolor', 'style', 'Watercolor', 'A painting in soft, flowing colors.', '{prompt} In the style of a watercolor painting with soft, flowing colors.'),
    (10, 'clay-animation', 'style', 'Clay animation', 'Figures of clay, animated frame by frame.', '{prompt} Clay animation, stop motion, visible fingerprints in the clay.'),
    (11, 'black-and-white', 'style', 'Black and white', 'No color, strong contrast.', '{prompt} Black and white footage, strong contrast, fine grain.'),
    (12, 'golden-hour', 'style', 'Golden hour', 'Warm, low sunlight.', '{prompt} Golden hour, warm low sunlight, long shadows.')
  ) AS seeds (n, id, kind, name, description, text);
