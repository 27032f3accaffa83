-- Reports of outputs, and grievances, each with the time by which the operators have to answer.
CREATE TABLE content_reports (
  id uuid PRIMARY KEY,
  -- Of the receipt. Everyone who knows it sees the state.
  number text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('intimate_imagery', 'order', 'unlawful', 'grievance', 'personal_data')),
  -- The link or the id, as the reporter wrote it.
  target text NOT NULL,
  request_id uuid,
  text text NOT NULL,
  -- Removed some time after the decision.
  email text,
  -- Of the mails to the reporter.
  language text CHECK (language IN ('en', 'hi')),
  -- Chosen by the reporter's page, so that a retry after a lost response stores one report.
  idempotency_key text UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken_down', 'rejected', 'answered')),
  answer text,
  decided_at timestamptz,
  -- Address of the operator.
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
  -- Address of the operator; null for the reporter.
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
