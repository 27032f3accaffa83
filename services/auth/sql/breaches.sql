-- Breaches of personal data. The operators must inform CERT-In and the Data Protection Board by the two due times.
CREATE TABLE breaches (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL,
  -- Who noticed the breach, in the words of the operator.
  noticed_by text NOT NULL,
  noticed_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Email address of the operator.
  recorded_by text NOT NULL,
  cert_in_due_at timestamptz NOT NULL,
  board_due_at timestamptz NOT NULL,
  cert_in_notified_at timestamptz,
  board_notified_at timestamptz,
  users_notified_at timestamptz,
  closed_at timestamptz,
  -- The texts that operators wrote; null while the generated draft is unchanged.
  cert_in_notice text,
  board_notice text,
  users_notice text
);
CREATE INDEX breaches_open ON breaches (id) WHERE closed_at IS NULL;

-- Accounts that are added after a mailing need another one.
CREATE TABLE breach_accounts (
  breach_id uuid NOT NULL REFERENCES breaches,
  user_id uuid NOT NULL REFERENCES users,
  -- Null until the notice to the account is queued.
  mailing_id uuid REFERENCES mailings,
  PRIMARY KEY (breach_id, user_id)
);
CREATE INDEX breach_accounts_without_mail ON breach_accounts (breach_id, user_id) WHERE mailing_id IS NULL;

-- Proof of what was done about a breach, and when. Append-only.
CREATE TABLE breach_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  breach_id uuid NOT NULL REFERENCES breaches,
  at timestamptz NOT NULL DEFAULT now(),
  what text NOT NULL CHECK (what IN ('recorded', 'accounts_added', 'accounts_cleared', 'notice_changed', 'notice_confirmed',
    'cert_in_notified', 'board_notified', 'users_notified', 'note', 'closed')),
  -- Email address of the operator.
  by text NOT NULL,
  text text NOT NULL
);
CREATE INDEX breach_events_of_breach ON breach_events (breach_id, id);

CREATE FUNCTION prevent_breach_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events of breaches are append-only';
END $$;
CREATE TRIGGER breach_events_append_only BEFORE UPDATE OR DELETE ON breach_events
  FOR EACH ROW EXECUTE FUNCTION prevent_breach_event_change();
