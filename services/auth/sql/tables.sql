-- Tables, constraints and indexes of auth.
-- Locks: none that matter, because every table is new.
-- Idempotent: no; TypeORM records the migration in the transaction that runs it.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- The canonical spelling of the address; each account has a different one.
  email text NOT NULL UNIQUE,
  email_as_typed text NOT NULL,
  -- Null for an account that signs in without a password.
  password_hash text,
  name text NOT NULL,
  -- The language of the user's mails and web pushes.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'hi')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'closing', 'closed')),
  email_confirmed_at timestamptz,
  consented_at timestamptz NOT NULL,
  -- The device and the IP address from which the user signed up with this password.
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
CREATE INDEX users_by_start_of_email ON users (email text_pattern_ops);
CREATE INDEX users_by_start_of_name ON users (search_text(name) text_pattern_ops);
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
  -- The recipient's account; null for a guest or an operator.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  "to" text NOT NULL,
  -- The language of a guest's mail. A mail to an account uses the language that the account has when the mail is sent.
  language text CHECK (language IN ('en', 'hi')),
  link_id uuid REFERENCES links ON DELETE CASCADE,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- How often a worker tried to send the mail, when it last did, and why that attempt failed; the error is null after a success.
  attempts int NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  last_error text,
  -- How often an operator sent the mail again.
  resends int NOT NULL DEFAULT 0
);
CREATE INDEX mails_by_creation ON mails (created_at, id);
CREATE INDEX mails_of_kind ON mails (kind, created_at, id);
CREATE INDEX mails_to ON mails (lower("to"), created_at, id);
CREATE INDEX mails_unsent_by_creation ON mails (created_at, id) WHERE sent_at IS NULL;
CREATE INDEX mails_of_user ON mails (user_id, created_at);
CREATE INDEX mails_unsent ON mails (id) WHERE sent_at IS NULL;
CREATE INDEX mails_of_order ON mails ((details ->> 'orderId')) WHERE details ? 'orderId';
CREATE INDEX mails_of_link ON mails (link_id) WHERE link_id IS NOT NULL;

-- Mails about finished requests. They wait until due_at, because a client of the owner may still acknowledge the outcome.
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
  -- True for a session that a password reset opened: it can only set a new password.
  is_password_reset boolean NOT NULL DEFAULT false,
  device_id uuid,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the user last proved in this session who they are.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('signed_out', 'token_reused', 'blocked', 'password_changed', 'account_closed')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_open ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

-- API keys: programs use them to act for a user. Revoking a key deletes its secrets; the row stays as a record.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- The models and the networks that the key is limited to; null without a limit.
  models text[],
  networks text[],
  -- The version of the public API that applies to requests without a version.
  api_version text NOT NULL,
  expires_at timestamptz,
  -- auth updates it at most once a minute.
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  -- The idempotency key and the input of the request that created the key, so that a retry creates no second one; and the idempotency
  -- key of the request that last replaced its secret.
  idempotency_key text,
  input_hash bytea,
  rotation_key text,
  CHECK ((idempotency_key IS NULL) = (input_hash IS NULL))
);
CREATE INDEX api_keys_valid ON api_keys (user_id, id) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX api_keys_once ON api_keys (user_id, idempotency_key) WHERE revoked_at IS NULL AND idempotency_key IS NOT NULL;

-- Each key has a current secret. During the overlap of a rotation, the previous secret is valid as well.
CREATE TABLE api_key_secrets (
  -- SHA-256 of the key.
  key_hash bytea PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null for the current secret.
  expires_at timestamptz
);
CREATE INDEX api_key_secrets_of_key ON api_key_secrets (api_key_id);
CREATE UNIQUE INDEX api_key_secrets_current ON api_key_secrets (api_key_id) WHERE expires_at IS NULL;

CREATE TABLE web_push_subscriptions (
  id uuid PRIMARY KEY,
  -- A session has at most one subscription. Ending the session deletes it.
  session_id uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  -- A browser has one endpoint, which belongs to the session that subscribed last.
  endpoint text NOT NULL UNIQUE,
  -- The browser's keys; auth encrypts messages with them (RFC 8291).
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Messages to push services, one per subscription and subject.
CREATE TABLE web_push_messages (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES web_push_subscriptions ON DELETE CASCADE,
  kind text NOT NULL,
  -- Id of the request, refund or credit notice that the message is about.
  subject uuid NOT NULL,
  -- Values that the text of the message contains.
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  -- When the next attempt is due; null once it was delivered or has failed.
  due_at timestamptz DEFAULT now(),
  -- The result of the last attempt; the status is null without a response.
  attempted_at timestamptz,
  status int,
  error text,
  delivered_at timestamptz,
  failed_at timestamptz,
  CHECK ((due_at IS NULL) = (delivered_at IS NOT NULL OR failed_at IS NOT NULL)),
  UNIQUE (subscription_id, subject)
);
CREATE INDEX web_push_messages_waiting ON web_push_messages (id) WHERE due_at IS NOT NULL;

-- The notifications that users have turned off; all others are on.
CREATE TABLE muted_notifications (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A key of NOTIFICATION_KINDS, and one of its channels.
  kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('in_app', 'push', 'mail')),
  muted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind, channel)
);

CREATE TABLE refresh_tokens (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  -- The token that was exchanged for this one; null for the first token of a session, and once the earlier token was deleted.
  parent_id uuid UNIQUE REFERENCES refresh_tokens ON DELETE SET NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
-- A session has one active token: the one that no client has exchanged yet.
CREATE UNIQUE INDEX refresh_tokens_active ON refresh_tokens (session_id) WHERE used_at IS NULL;
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);

CREATE TABLE trusted_devices (
  -- Id of a user or an operator.
  owner_id uuid NOT NULL,
  device_id uuid NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, device_id)
);
CREATE INDEX trusted_devices_by_age ON trusted_devices (last_seen_at);

-- Accounts at OpenID providers with which users sign in.
CREATE TABLE linked_sign_ins (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  issuer text NOT NULL,
  -- The issuer's own id of the person; its addresses may change hands.
  subject text NOT NULL,
  -- The address that the issuer named last.
  email text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, issuer)
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- What a browser has begun with a passkey or at an OpenID provider, and can finish once. Finishing deletes the row.
CREATE TABLE sign_in_challenges (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('openid_sign_in', 'openid_link', 'openid_confirm', 'pending_link', 'pending_sign_up',
    'passkey_use', 'passkey_creation')),
  device_id uuid NOT NULL,
  -- The account that may finish it; null for anybody.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- What a provider said about the person who waits for a confirmation.
  identity jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_challenges_by_age ON sign_in_challenges (created_at);
CREATE INDEX sign_in_challenges_of_user ON sign_in_challenges (user_id) WHERE user_id IS NOT NULL;

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
  name text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'operations', 'support', 'finance', 'read_only')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the operator cannot sign in. Operators are never deleted, because the audit log refers to them.
  disabled_at timestamptz
);

CREATE TABLE admin_sessions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the operator last proved a second factor in this session.
  second_factor_at timestamptz,
  -- The challenge that the next passkey response must answer.
  passkey_challenge text,
  passkey_challenge_at timestamptz,
  CHECK ((passkey_challenge IS NULL) = (passkey_challenge_at IS NULL))
);
CREATE INDEX admin_sessions_open ON admin_sessions (admin_id) WHERE ended_at IS NULL;

CREATE TABLE operator_invitations (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'operations', 'support', 'finance', 'read_only')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by uuid NOT NULL REFERENCES admins,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE UNIQUE INDEX operator_invitations_open ON operator_invitations (email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- The authenticator app of an operator.
CREATE TABLE operator_totps (
  admin_id uuid PRIMARY KEY REFERENCES admins ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the operator entered the first code; null before.
  confirmed_at timestamptz,
  -- Time step of the newest accepted code; that code and older ones are refused.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE operator_passkeys (
  id uuid PRIMARY KEY,
  admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX operator_passkeys_of_admin ON operator_passkeys (admin_id);

CREATE TABLE operator_recovery_codes (
  admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (admin_id, code_hash)
);

-- The steps of an account deletion: closing → canceling_jobs → awaiting_holds → refunding → forfeiting_credits → deleting_files → anonymizing → closed
CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users,
  state text NOT NULL DEFAULT 'closing' CHECK (state IN ('closing', 'canceling_jobs', 'awaiting_holds', 'refunding',
    'forfeiting_credits', 'deleting_files', 'anonymizing', 'closed')),
  -- Null if the owner requested the deletion.
  admin_id uuid,
  wants_refund boolean NOT NULL,
  -- How many attempts have failed to complete the current step.
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
  is_urgent boolean NOT NULL DEFAULT false,
  -- The sender's idempotency key: a retry after a lost response stores no second message.
  idempotency_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  -- Email address of the operator who marked the message as answered.
  answered_by text,
  CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX contact_messages_open ON contact_messages (id) WHERE answered_at IS NULL;
CREATE INDEX contact_messages_of_writer ON contact_messages (lower(email));

-- Impersonation sessions: an operator sees the web app as a user does. The access token has the id of this row as its session id.
CREATE TABLE user_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  admin_id uuid NOT NULL REFERENCES admins,
  reason text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX user_views_open ON user_views (ends_at) WHERE ended_at IS NULL;
CREATE INDEX user_views_ended ON user_views (ended_at) WHERE ended_at IS NOT NULL;

-- Notes of operators about a user. Only operators read them.
CREATE TABLE user_notes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  admin_id uuid NOT NULL REFERENCES admins,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_notes_of_user ON user_notes (user_id, id);

-- Mails of an operator to many accounts, which batches queue in the order of the accounts' ids. They prove what was mailed.
CREATE TABLE mailings (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind IN ('breach_notice', 'quarterly_notice')),
  -- Id of the breach, or the quarter, such as 2026-Q3.
  subject text NOT NULL,
  admin_id uuid NOT NULL REFERENCES admins,
  reason text NOT NULL,
  -- Values for the mail: the text of an operator, or the numbers of the quarter.
  details jsonb NOT NULL,
  -- Accounts to mail, when an operator confirmed it.
  recipients int NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  -- Accounts up to this one have their mail.
  last_user_id uuid,
  mails int NOT NULL DEFAULT 0,
  -- When the last mail was queued.
  completed_at timestamptz
);
CREATE INDEX mailings_of_subject ON mailings (subject, id);
CREATE UNIQUE INDEX mailings_in_progress ON mailings (kind, subject) WHERE completed_at IS NULL;
-- Accounts may be added to a breach later, but a quarter has one notice.
CREATE UNIQUE INDEX mailings_of_quarter ON mailings (subject) WHERE kind = 'quarterly_notice';

-- Mailings of operators to the users whose jobs an incident affected. Until its mails are queued, a mailing is a preview without a text.
CREATE TABLE incident_mailings (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL REFERENCES admins,
  -- The selection of the affected jobs, as text.
  selection text NOT NULL,
  returned_credits int NOT NULL,
  -- Jobs whose owner cannot be mailed.
  unreachable_jobs int NOT NULL,
  subject text,
  text text,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz,
  CHECK (num_nulls(subject, text, reason, queued_at) IN (0, 4))
);
CREATE INDEX incident_mailings_queued ON incident_mailings (id DESC) WHERE queued_at IS NOT NULL;

-- The recipients of a mailing, fixed by its preview. The mail has the id of its recipient, so that each recipient gets one mail.
CREATE TABLE incident_recipients (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mailing_id uuid NOT NULL REFERENCES incident_mailings ON DELETE CASCADE,
  -- Null for a guest. Once the account is deleted, the id identifies nobody.
  user_id uuid,
  -- A guest's address, until it was copied to the mail.
  email text,
  request_ids uuid[] NOT NULL,
  credits int NOT NULL,
  -- When the mail was queued; null for a recipient who was left out.
  mailed_at timestamptz,
  sent_at timestamptz,
  CHECK (user_id IS NULL OR email IS NULL)
);
CREATE INDEX incident_recipients_mailed ON incident_recipients USING gin (request_ids) WHERE mailed_at IS NOT NULL;
CREATE INDEX incident_recipients_of_mailing ON incident_recipients (mailing_id, id);

-- Which accounts an entry of the audit log affects if its subject is something else, such as a job or a payment.
CREATE TABLE audited_users (
  user_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  PRIMARY KEY (user_id, entry_id)
);

-- The services that report causes of alerts, and when each last did.
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
  closed_at timestamptz,
  acknowledged_at timestamptz,
  -- Email address of the operator.
  acknowledged_by text,
  acknowledgment_note text,
  muted_until timestamptz,
  muted_by text,
  mute_reason text,
  -- When auth pages operators about the alert; null once it has.
  page_due_at timestamptz,
  -- The alert whose effect it is. It pages no one unless it outlasts its cause.
  cause_id uuid REFERENCES alerts ON DELETE SET NULL,
  -- Addresses of operators and destinations that were told that it opened.
  told text[] NOT NULL DEFAULT '{}',
  -- When they were told that it and all of its effects are over.
  end_told_at timestamptz,
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL)),
  CHECK ((muted_until IS NULL) = (muted_by IS NULL) AND (muted_until IS NULL) = (mute_reason IS NULL))
);
CREATE UNIQUE INDEX alerts_open ON alerts (source, kind, subject) WHERE closed_at IS NULL;
-- For the operators' list, which shows open alerts first, then the newest.
CREATE INDEX alerts_listed ON alerts ((closed_at IS NULL), id);
CREATE INDEX alerts_to_page ON alerts (page_due_at) WHERE closed_at IS NULL AND page_due_at IS NOT NULL;
CREATE INDEX alerts_effects ON alerts (cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX alerts_to_end ON alerts (id) WHERE closed_at IS NOT NULL AND end_told_at IS NULL AND told <> '{}';
-- Finds a mute when an alert of the same cause opens again: it still applies.
CREATE INDEX alerts_muted ON alerts (source, kind, subject, muted_until) WHERE muted_until IS NOT NULL;

-- Where auth sends alerts, in addition to the mails to owners and operations.
CREATE TABLE alert_destinations (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('mail', 'webhook')),
  format text CHECK (format IN ('json', 'slack')),
  -- The address of a mail, or the origin of a webhook's URL.
  target text NOT NULL,
  -- Encrypted: the path of a webhook's URL may be a secret.
  url bytea,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  -- How many attempts have failed since the last success.
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text,
  CHECK ((kind = 'webhook') = (url IS NOT NULL) AND (kind = 'webhook') = (format IS NOT NULL)),
  CHECK ((failing_since IS NULL) = (failures = 0))
);

-- Messages to destinations. Each attempt sends the same id, so that a receiver can drop repetitions.
CREATE TABLE alert_deliveries (
  id uuid PRIMARY KEY,
  destination_id uuid NOT NULL REFERENCES alert_destinations ON DELETE CASCADE,
  -- The message, as of the time at which the alert opened or closed.
  message jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  -- When the next attempt is due; null once it was delivered or has failed.
  due_at timestamptz DEFAULT now(),
  -- The result of the last attempt; the status is null without a response.
  attempted_at timestamptz,
  status int,
  error text,
  delivered_at timestamptz,
  failed_at timestamptz,
  CHECK ((due_at IS NULL) = (delivered_at IS NOT NULL OR failed_at IS NOT NULL))
);
CREATE INDEX alert_deliveries_of_destination ON alert_deliveries (destination_id);
CREATE INDEX alert_deliveries_waiting ON alert_deliveries (id) WHERE due_at IS NOT NULL;

-- Days in Asia/Kolkata. Maintained by the triggers in user-daily-totals.sql.
CREATE TABLE user_daily_totals (
  day date PRIMARY KEY,
  registered bigint NOT NULL DEFAULT 0,
  closed bigint NOT NULL DEFAULT 0,
  -- Accounts whose latest sign-in or job was on this day.
  last_seen bigint NOT NULL DEFAULT 0
);
