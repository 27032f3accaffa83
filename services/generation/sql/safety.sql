-- What operators set for the checks of prompts. Without a row, the defaults apply.
CREATE TABLE safety_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  settings jsonb NOT NULL,
  admin_id uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Prompts that were refused, and accepted ones that operators review. Append-only: rows end with their retention or their account.
CREATE TABLE safety_findings (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  -- Ordered without an account, so the user is nobody's.
  is_guest boolean NOT NULL DEFAULT false,
  -- Null for a refused prompt.
  request_id uuid,
  api_key_id uuid,
  verdict text NOT NULL CHECK (verdict IN ('review', 'refuse')),
  category text NOT NULL,
  -- The entries of the word lists that matched, or what the classifier says.
  phrases text[] NOT NULL,
  prompt text NOT NULL,
  negative_prompt text,
  -- SHA-256 of the image that the classifier refused, in hex. The image is not kept.
  image_hash text,
  -- Null unless the finding is about an output: where the file is. A refused output is sealed, and removed after 30 days.
  output_key text,
  -- The classifier did not answer, so a refusal does not count towards a pause.
  is_unanswered boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Nobody has decided about it. Kept by the triggers below.
  is_open boolean NOT NULL DEFAULT true,
  -- Somebody waits for a decision, because they object.
  is_awaited boolean NOT NULL DEFAULT false
);
CREATE INDEX safety_findings_of_user ON safety_findings (user_id, id);
CREATE INDEX safety_findings_open ON safety_findings (id) WHERE is_open;
CREATE INDEX safety_findings_awaited ON safety_findings (id) WHERE is_awaited;

CREATE FUNCTION prevent_safety_finding_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER safety_findings_append_only BEFORE UPDATE
  OF id, user_id, is_guest, request_id, api_key_id, verdict, category, phrases, prompt, negative_prompt, image_hash, output_key, is_unanswered, created_at ON safety_findings
  FOR EACH ROW EXECUTE FUNCTION prevent_safety_finding_change();

-- Keeps what the operators' list reads through an index.
CREATE FUNCTION mark_safety_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'safety_decisions' THEN
    UPDATE safety_findings SET is_open = false, is_awaited = false WHERE id = NEW.finding_id;
  ELSE
    UPDATE safety_findings SET is_awaited = is_open WHERE id = NEW.finding_id;
  END IF;
  RETURN NULL;
END $$;

-- What operators decided about findings, with their reason. Append-only: a row ends with its finding.
CREATE TABLE safety_decisions (
  finding_id uuid PRIMARY KEY REFERENCES safety_findings ON DELETE CASCADE,
  decision text NOT NULL CHECK (decision IN ('confirmed', 'lifted')),
  admin_id uuid NOT NULL,
  reason text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now()
);

-- What owners say against a refusal, once each. Append-only: a row ends with its finding.
CREATE TABLE safety_appeals (
  finding_id uuid PRIMARY KEY REFERENCES safety_findings ON DELETE CASCADE,
  text text NOT NULL,
  appealed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER safety_appeals_mark AFTER INSERT ON safety_appeals FOR EACH ROW EXECUTE FUNCTION mark_safety_finding();
CREATE TRIGGER safety_appeals_append_only BEFORE UPDATE ON safety_appeals
  FOR EACH ROW EXECUTE FUNCTION prevent_safety_finding_change();

-- Texts that an account may use although a rule finds something in them. All guests share the account of zeros, for some days. `hash` is that of the prompt, of what to avoid and of a refused image.
CREATE TABLE safety_allowed_prompts (
  user_id uuid NOT NULL,
  hash text NOT NULL,
  allowed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, hash)
);

CREATE TRIGGER safety_decisions_mark AFTER INSERT ON safety_decisions FOR EACH ROW EXECUTE FUNCTION mark_safety_finding();
CREATE TRIGGER safety_decisions_append_only BEFORE UPDATE ON safety_decisions
  FOR EACH ROW EXECUTE FUNCTION prevent_safety_finding_change();

-- Accounts whose prompts or outputs were refused repeatedly. They create nothing new before `until`.
CREATE TABLE safety_pauses (
  user_id uuid PRIMARY KEY,
  until timestamptz NOT NULL,
  -- Pauses that followed one another within a day; each is twice as long as the one before.
  pauses int NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX safety_pauses_by_end ON safety_pauses (until);
CREATE INDEX safety_pauses_by_change ON safety_pauses (changed_at);

-- Stores findings, and pauses accounts with too many refusals of prompts and outputs since their last pause.
--   items: [{id, user_id, is_guest, request_id, api_key_id, verdict, category, phrases, prompt, negative_prompt, image_hash, output_key, is_unanswered}]
-- An output that has a finding gets no other. Returns the number of accounts that it paused.
-- Locks: the accounts of refusals, in one order, so that two replicas count the refusals of an account one after the other.
CREATE FUNCTION record_safety_findings(items jsonb, refusals int, window_minutes int, pause_minutes int)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  paused int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('refused prompts of ' || refused.user_id, 0))
     FROM (SELECT DISTINCT item.user_id FROM jsonb_to_recordset(items) AS item (user_id uuid, verdict text)
            WHERE item.verdict = 'refuse' ORDER BY item.user_id) AS refused;
  INSERT INTO safety_findings (id, user_id, is_guest, request_id, api_key_id, verdict, category, phrases, prompt, negative_prompt, image_hash, output_key,
                               is_unanswered)
  SELECT id, user_id, coalesce(is_guest, false), request_id, api_key_id, verdict, category, phrases, prompt, negative_prompt, image_hash, output_key, coalesce(is_unanswered, false)
    FROM jsonb_populate_recordset(NULL::safety_findings, items) AS item
   WHERE item.output_key IS NULL OR NOT EXISTS (
     SELECT FROM safety_findings AS known
      WHERE known.user_id = item.user_id AND known.request_id = item.request_id AND known.output_key IS NOT NULL);
  INSERT INTO safety_pauses AS pause (user_id, until, pauses)
  SELECT refused.user_id, now() + pause_minutes * interval '1 minute', 1
    FROM (SELECT DISTINCT item.user_id FROM jsonb_to_recordset(items) AS item (user_id uuid, verdict text)
           WHERE item.verdict = 'refuse') AS refused
    LEFT JOIN safety_pauses AS earlier USING (user_id)
   WHERE refusals <= (
     SELECT count(*) FROM safety_findings AS finding
      WHERE finding.user_id = refused.user_id AND finding.verdict = 'refuse'
        AND NOT finding.is_unanswered
        AND finding.created_at > now() - window_minutes * interval '1 minute'
        AND (earlier.until IS NULL OR finding.created_at > earlier.until))
  ON CONFLICT (user_id) DO UPDATE
     SET changed_at = now(), pauses = CASE WHEN pause.until > now() - interval '1 day' THEN pause.pauses + 1 ELSE 1 END,
         until = now() + least(interval '1 day', pause_minutes * interval '1 minute'
                   * power(2, CASE WHEN pause.until > now() - interval '1 day' THEN least(pause.pauses, 20) ELSE 0 END));
  GET DIAGNOSTICS paused = ROW_COUNT;
  RETURN paused;
END $$;
