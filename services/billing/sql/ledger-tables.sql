-- One row per user. The balances repeat the sums of the transfers. The row's lock orders all ledger operations of a user.
-- A tenth of each page stays free so that updates stay on their page.
CREATE TABLE accounts (
  user_id uuid PRIMARY KEY,
  available bigint NOT NULL DEFAULT 0 CHECK (available >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Credits the user owes after a refund or dispute of spent credits.
  receivable bigint NOT NULL DEFAULT 0 CHECK (receivable >= 0),
  -- When the account was closed. Since then, holds, deductions, orders and grants are rejected.
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 90);

-- 'wallet' and 'receivable' are the user's own accounts; the others are the installation's. Each transfer concerns one user.
CREATE TYPE ledger_account AS ENUM
  ('wallet', 'receivable', 'sales', 'promotions', 'spent', 'expired', 'adjustments', 'refunded');
CREATE TYPE transfer_state AS ENUM ('pending', 'posted', 'voided');
CREATE TYPE transfer_kind AS ENUM (
  'purchase', 'grant', 'hold', 'capture', 'release', 'deduct', 'expiry', 'adjustment',
  -- Refunds: reserved, then burned or restored. Clawbacks of refunds and disputes initiated outside Luit, and their
  -- reversal. Debts where the credits were already spent, then repaid or forgiven.
  'refund', 'burn', 'restore', 'clawback', 'clawback_reversal', 'debt', 'repayment', 'forgiveness',
  -- Credits of a succeeded job that an operator returned.
  'return');

-- Double entry, append-only. A second row, posted or voided, settles a pending transfer and refers to it in pending_id. The
-- unique index lets it settle once.
--
-- Rows that one ledger function writes together have no foreign keys between them: they took a third of a hold's time, only
-- the functions write these rows, and the invariant checks find dangling references.
CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  debit ledger_account NOT NULL,
  credit ledger_account NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state transfer_state NOT NULL,
  pending_id uuid REFERENCES transfers,
  kind transfer_kind NOT NULL,
  reference text,
  idempotency_key text NOT NULL UNIQUE,
  input_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (debit <> credit),
  CHECK (state <> 'voided' OR pending_id IS NOT NULL),
  CHECK (state <> 'pending' OR pending_id IS NULL)
);
CREATE UNIQUE INDEX transfers_settle_once ON transfers (pending_id) WHERE pending_id IS NOT NULL;
-- For the invariant checks: debts are rare.
CREATE INDEX transfers_of_debt ON transfers (user_id) WHERE debit = 'receivable' OR credit = 'receivable';

-- In spending order: granted before purchased.
CREATE TYPE lot_kind AS ENUM ('grant', 'purchase');

-- No index includes remaining or held, so that spending updates rows in place (HOT).
CREATE TABLE lots (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES accounts,
  kind lot_kind NOT NULL,
  credits bigint NOT NULL CHECK (credits > 0),
  -- Credits of the lot that are neither spent nor held.
  remaining bigint NOT NULL CHECK (remaining >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Null for purchased credits, which never expire.
  expires_at timestamptz,
  -- The expires_at for which the owner was notified, or needed no notice.
  announced_expires_at timestamptz,
  payment_id text UNIQUE,
  transfer_id uuid NOT NULL REFERENCES transfers,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (remaining + held <= credits),
  CHECK ((kind = 'purchase') = (payment_id IS NOT NULL))
) WITH (fillfactor = 90);
CREATE INDEX lots_of_user ON lots (user_id);
CREATE INDEX lots_expiring ON lots (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX lots_to_announce ON lots (expires_at)
  WHERE expires_at IS NOT NULL AND announced_expires_at IS DISTINCT FROM expires_at;

-- Spendable lots. 'credits_before' is how many credits are spent before a lot's first one: expiring soonest first, then
-- granted before purchased, then oldest.
CREATE VIEW spend_order AS
  SELECT id, user_id, remaining, (sum(remaining) OVER (
           PARTITION BY user_id ORDER BY expires_at NULLS LAST, kind, created_at, id
         ))::bigint - remaining AS credits_before
    FROM lots WHERE remaining > 0 AND (expires_at IS NULL OR expires_at > now());

-- What users have. 'available' excludes expired credits, even before the ledger books them out.
CREATE VIEW balances AS
  SELECT user_id, held, closed_at, (available - coalesce((
           SELECT sum(remaining) FROM lots WHERE lots.user_id = accounts.user_id AND expires_at <= now()), 0))::bigint AS available
    FROM accounts;

-- A tombstone records the release of a hold that was never placed, and rejects the hold if it is placed later.
CREATE TABLE holds (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  credits bigint NOT NULL CHECK (credits >= 0),
  state text NOT NULL CHECK (state IN ('held', 'captured', 'released', 'tombstone')),
  transfer_id uuid,
  -- The API key whose budget pays as well; null for everything else.
  api_key_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state = 'tombstone') = (transfer_id IS NULL)),
  CHECK ((state = 'held') = (settled_at IS NULL))
) WITH (fillfactor = 90);
-- A settlement moves its hold out of this index, which therefore stays as small as the number of unfinished jobs.
CREATE INDEX holds_open ON holds (user_id, id) WHERE state = 'held';

CREATE TABLE hold_lots (
  hold_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  credits bigint NOT NULL CHECK (credits > 0),
  PRIMARY KEY (hold_id, lot_id)
);

-- The statement that users see: one row, with the id of its transfer, for each transfer that changed what they can spend.
-- Append-only: the status of a usage is not stored but read from its hold.
CREATE TABLE transactions (
  id uuid PRIMARY KEY,
  -- Assigned under the account's lock: the order in which balance_after changed.
  seq bigint GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('purchase', 'usage', 'refund', 'adjustment', 'grant')),
  amount bigint NOT NULL CHECK (amount <> 0),
  description text NOT NULL,
  reference_id text,
  hold_id uuid,
  amount_paise bigint,
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  held_after bigint NOT NULL CHECK (held_after >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX transactions_of_user ON transactions (user_id, seq);
-- For the operators' list, which filters by type, sorts by amount and finds references.
CREATE INDEX transactions_of_type ON transactions (type, id);
CREATE INDEX transactions_of_type_by_amount ON transactions (type, amount, id);
CREATE INDEX transactions_by_reference ON transactions (reference_id) WHERE hold_id IS NULL AND reference_id IS NOT NULL;

-- Trigger function that makes a table append-only.
-- Locks nothing.
-- Raises: restrict_violation, always.
CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER hold_lots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hold_lots
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
