-- Outputs that operators hid from everyone, and why. A row is written once, and once more when the takedown is lifted.
CREATE TABLE takedowns (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  request_id uuid NOT NULL REFERENCES requests,
  -- The owner of the request.
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('intimate_imagery', 'order', 'unlawful', 'grievance', 'personal_data')),
  reason text NOT NULL,
  -- Every file of the request, its input images included.
  file_keys text[] NOT NULL,
  taken_down_at timestamptz NOT NULL DEFAULT now(),
  taken_down_by uuid NOT NULL,
  -- Returned to the owner by the setting of that time. They stay returned after a lift.
  returned_credits int NOT NULL DEFAULT 0 CHECK (returned_credits >= 0),
  lifted_at timestamptz,
  lifted_by uuid,
  lift_reason text,
  CONSTRAINT lift_complete CHECK (num_nulls(lifted_at, lifted_by, lift_reason) IN (0, 3))
);
CREATE UNIQUE INDEX takedowns_in_force ON takedowns (request_id) WHERE lifted_at IS NULL;
CREATE INDEX takedowns_of_request ON takedowns (request_id);
CREATE INDEX takedowns_by_age ON takedowns (taken_down_at) WHERE lifted_at IS NULL;
CREATE INDEX takedowns_of_user ON takedowns (user_id, taken_down_at);
CREATE INDEX taken_down_files ON takedowns USING gin (file_keys) WHERE lifted_at IS NULL;

-- A takedown is proof: it is never deleted, and nothing but its end can be added.
CREATE FUNCTION prevent_takedown_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.lifted_at IS NULL AND NEW.lifted_at IS NOT NULL
     AND (to_jsonb(NEW) - ARRAY['lifted_at', 'lifted_by', 'lift_reason'])
       = (to_jsonb(OLD) - ARRAY['lifted_at', 'lifted_by', 'lift_reason']) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'takedowns are append-only';
END $$;
CREATE TRIGGER takedowns_append_only BEFORE UPDATE OR DELETE ON takedowns
  FOR EACH ROW EXECUTE FUNCTION prevent_takedown_change();

-- What operators set about takedowns. Without a row no credits return.
CREATE TABLE takedown_settings (
  -- There is one row at most.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  returns_credits boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
