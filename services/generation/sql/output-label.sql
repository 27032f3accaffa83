-- The visible label of outputs. Without a row it has its defaults, which are in the code.
CREATE TABLE output_label (
  -- There is one row at most.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  on_videos boolean NOT NULL,
  on_restorations boolean NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  corner text NOT NULL CHECK (corner IN ('top-left', 'top-right', 'bottom-left', 'bottom-right')),
  -- Height of the letters as a share of the shorter side.
  size_percent smallint NOT NULL CHECK (size_percent BETWEEN 2 AND 15),
  -- From the beginning of a video; null for its whole length.
  seconds smallint CHECK (seconds BETWEEN 1 AND 60),
  updated_at timestamptz NOT NULL DEFAULT now()
);
