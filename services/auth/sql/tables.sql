-- Tables, constraints and indexes of auth.
-- Locks: none that matter, because every table is new.
-- Idempotent: no; TypeORM records the migration in the transaction that runs it.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Lower case; unique per account.
  email text NOT NULL UNIQUE,
  email_as_typed text NOT NULL,
  password_hash text NOT NULL,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'closing', 'closed')),
  email_confirmed_at timestamptz,
  consented_at timestamptz NOT NULL,
  -- Device and IP address that chose the password.
  signed_up_device uuid,
  signed_up_ip text,
  billing_profile jsonb,
  last_sign_in_at timestamptz,
  last_job_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_by_creation ON users (created_at, id);
CREATE INDEX users_by_sign_in ON users ((coalesce(last_sign_in_at, '-infinity')), id);
CREATE INDEX users_not_active ON users (status, created_at, id) WHERE status <> 'active';
CREATE INDEX users_by_part_of_email ON users USING gin (email extensions.gin_trgm_ops);

CREATE TABLE links (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('confirm', 'password_reset', 'export')),
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX links_of_user ON links (user_id, purpose) WHERE used_at IS NULL;

CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Null for a guest or an operator.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  "to" text NOT NULL,
  link_id uuid REFERENCES links ON DELETE CASCADE,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_of_user ON mails (user_id, created_at);
CREATE INDEX mails_unsent ON mails (id) WHERE sent_at IS NULL;
CREATE INDEX mails_of_link ON mails (link_id) WHERE link_id IS NOT NULL;

-- Mails about finished requests that are not sent yet, because a client of the owner may still acknowledge the outcome.
CREATE TABLE completion_mails (
  request_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  type text NOT NULL,
  has_succeeded boolean NOT NULL,
  completed_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX completion_mails_due ON completion_mails (due_at);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Such a session can only set a new password.
  is_password_reset boolean NOT NULL DEFAULT false,
  device_id uuid,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('signed_out', 'token_reused', 'blocked', 'password_changed', 'account_closed')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_open ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE refresh_tokens (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  -- The token that this one was exchanged for; null for the first one of a session, and after that one was deleted.
  parent_id uuid UNIQUE REFERENCES refresh_tokens ON DELETE SET NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
-- A session has one active token: the one that was not exchanged yet.
CREATE UNIQUE INDEX refresh_tokens_active ON refresh_tokens (session_id) WHERE used_at IS NULL;
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);

CREATE TABLE trusted_devices (
  -- A user or an operator.
  owner_id uuid NOT NULL,
  device_id uuid NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, device_id)
);
CREATE INDEX trusted_devices_by_age ON trusted_devices (last_seen_at);

CREATE TABLE sign_in_attempts (
  -- HMAC of an account, a trusted device or an operator.
  subject text PRIMARY KEY,
  failures int NOT NULL,
  last_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_old ON sign_in_attempts (last_at);

CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  audience text NOT NULL CHECK (audience IN ('luit-web', 'luit-admin', 'luit-claim')),
  public_key_pem text NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);
-- One key signs for an audience at a time; retired keys still verify the tokens they signed.
CREATE UNIQUE INDEX signing_keys_current ON signing_keys (audience) WHERE retired_at IS NULL;

CREATE TABLE admins (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  email text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE admin_sessions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);

-- closing → canceling_jobs → awaiting_holds → refunding → forfeiting_credits → deleting_files → anonymizing → closed
CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users,
  state text NOT NULL DEFAULT 'closing' CHECK (state IN ('closing', 'canceling_jobs', 'awaiting_holds', 'refunding',
    'forfeiting_credits', 'deleting_files', 'anonymizing', 'closed')),
  -- Null if the owner requested the deletion.
  admin_id uuid,
  wants_refund boolean NOT NULL,
  -- Attempts at the current step that did not complete it.
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  next_attempt_at timestamptz DEFAULT now(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((state = 'closed') = (next_attempt_at IS NULL))
);
CREATE INDEX account_deletions_due ON account_deletions (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('general', 'technical', 'billing', 'feature', 'partnership', 'other')),
  message text NOT NULL,
  -- Chosen by the sender, so that a retry after a lost response stores one message.
  idempotency_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  -- Address of the operator who marked it.
  answered_by text,
  CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX contact_messages_open ON contact_messages (id) WHERE answered_at IS NULL;
CREATE INDEX contact_messages_of_writer ON contact_messages (lower(email));

-- Which processes report alert causes, and when each last did.
CREATE TABLE alert_sources (
  source text PRIMARY KEY,
  reported_at timestamptz NOT NULL
);

CREATE TABLE alerts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  source text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  summary text NOT NULL,
  action text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('critical', 'warning')),
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz
);
CREATE UNIQUE INDEX alerts_open ON alerts (source, kind, subject) WHERE closed_at IS NULL;

-- Days in Asia/Kolkata. Maintained by the triggers in user-daily-totals.sql.
CREATE TABLE user_daily_totals (
  day date PRIMARY KEY,
  registered bigint NOT NULL DEFAULT 0,
  closed bigint NOT NULL DEFAULT 0,
  -- Accounts that signed in or had a job on that day and not since.
  last_seen bigint NOT NULL DEFAULT 0
);
