-- Reports of outputs, and grievances. The operators must answer each by due_at.
CREATE TABLE content_reports (
  id uuid PRIMARY KEY,
  -- The number on the receipt. Anyone who knows it can read the state of the report.
  number text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('intimate_imagery', 'order', 'unlawful', 'grievance', 'personal_data')),
  -- The link or the id, as the reporter wrote it.
  target text NOT NULL,
  request_id uuid,
  text text NOT NULL,
  -- The reporter's address. The cleaner removes it some time after the decision.
  email text,
  -- The language of the mails to the reporter.
  language text CHECK (language IN ('en', 'hi')),
  -- The idempotency key of the reporter's page: a retry after a lost response stores no second report.
  idempotency_key text UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken_down', 'rejected', 'answered')),
  answer text,
  decided_at timestamptz,
  -- Email address of the operator who decided.
  decided_by text,
  CONSTRAINT decision_complete CHECK (num_nulls(answer, decided_at, decided_by) = CASE state WHEN 'open' THEN 3 ELSE 0 END)
);
CREATE INDEX content_reports_by_receipt ON content_reports (received_at);
CREATE INDEX content_reports_with_address ON content_reports (decided_at) WHERE email IS NOT NULL;
CREATE INDEX content_reports_open ON content_reports (due_at, id) WHERE state = 'open';
CREATE INDEX content_reports_decided ON content_reports (decided_at, id) WHERE state <> 'open';
CREATE INDEX content_reports_decided_of_kind ON content_reports (kind, decided_at, id) WHERE state <> 'open';

-- Proof of what happened to a report, and when. Append-only.
CREATE TABLE content_report_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id uuid NOT NULL REFERENCES content_reports,
  at timestamptz NOT NULL DEFAULT now(),
  what text NOT NULL CHECK (what IN ('received', 'taken_down', 'rejected', 'answered')),
  -- Email address of the operator; null if the reporter acted.
  by text,
  text text NOT NULL
);
CREATE INDEX content_report_events_of_report ON content_report_events (report_id, id);

CREATE FUNCTION prevent_report_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events of reports are append-only';
END $$;
CREATE TRIGGER content_report_events_append_only BEFORE UPDATE OR DELETE ON content_report_events
  FOR EACH ROW EXECUTE FUNCTION prevent_report_event_change();
