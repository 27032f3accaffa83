import { createMessagingTables } from '@luit/platform/events/messaging-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LedgerTables1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(`
      -- What a person holds. The balances are kept beside the transfers they follow from; the row's lock orders every
      -- money operation of that person. A tenth of each page stays free, so that updates stay on it.
      CREATE TABLE accounts (
        user_id uuid PRIMARY KEY,
        available bigint NOT NULL DEFAULT 0 CHECK (available >= 0),
        held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
        -- Credits debt to us after a chargeback of spent ones.
        receivable bigint NOT NULL DEFAULT 0 CHECK (receivable >= 0),
        -- Nothing new is held, sold or given since then.
        closed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 90);

      -- 'wallet' and 'receivable' are the person's own accounts, the others the house's; each transfer concerns one person.
      CREATE TYPE ledger_account AS ENUM
        ('wallet', 'receivable', 'sales', 'promotions', 'spent', 'expired', 'adjustments', 'refunded');
      CREATE TYPE transfer_state AS ENUM ('pending', 'posted', 'voided');

      -- Double entry, append-only. A pending transfer ends through a second row, posted or voided, that names it in
      -- pending_id; the unique index there lets it end once.
      --
      -- Between the rows that one money function writes together there are no foreign keys: they took a third of a hold's
      -- time, the functions are the only writers, and the invariants look for rows that point nowhere.
      CREATE TABLE transfers (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        debit ledger_account NOT NULL,
        credit ledger_account NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        state transfer_state NOT NULL,
        pending_id uuid REFERENCES transfers,
        kind text NOT NULL CHECK (kind IN (
          'purchase', 'grant', 'hold', 'capture', 'release', 'deduct', 'expiry', 'adjustment',
          -- Money going back: credits reserved for a refund, then burned or restored; taken back for one we did not start,
          -- or for a dispute, and given back where that came to nothing; debt where they were spent, and repaid or forgiven.
          'refund', 'burn', 'restore', 'clawback', 'clawback_reversal', 'debt', 'repayment', 'forgiveness',
          -- What a job had cost, given back although it succeeded.
          'return')),
        reference text,
        idempotency_key text NOT NULL UNIQUE,
        input_hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (debit <> credit),
        CHECK (state <> 'voided' OR pending_id IS NOT NULL),
        CHECK (state <> 'pending' OR pending_id IS NULL)
      );
      CREATE UNIQUE INDEX transfers_settle_once ON transfers (pending_id) WHERE pending_id IS NOT NULL;

      -- In the order of spending: granted before purchased.
      CREATE TYPE lot_kind AS ENUM ('grant', 'purchase');

      -- No index names remaining or held, so that spending updates the row in place (HOT).
      CREATE TABLE lots (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        user_id uuid NOT NULL REFERENCES accounts,
        kind lot_kind NOT NULL,
        credits bigint NOT NULL CHECK (credits > 0),
        -- Neither spent nor held.
        remaining bigint NOT NULL CHECK (remaining >= 0),
        held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
        -- Null for ever: purchased credits do not expire.
        expires_at timestamptz,
        payment_id text UNIQUE,
        transfer_id uuid NOT NULL REFERENCES transfers,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (remaining + held <= credits),
        CHECK ((kind = 'purchase') = (payment_id IS NOT NULL))
      ) WITH (fillfactor = 90);
      CREATE INDEX lots_of_user ON lots (user_id);
      CREATE INDEX lots_expiring ON lots (expires_at) WHERE expires_at IS NOT NULL;

      -- 'credits_before' is how many credits go before a lot's first one: expiring soonest, granted before purchased, oldest.
      CREATE VIEW spend_order AS
        SELECT id, user_id, remaining, (sum(remaining) OVER (
                 PARTITION BY user_id ORDER BY expires_at NULLS LAST, kind, created_at, id
               ))::bigint - remaining AS credits_before
          FROM lots WHERE remaining > 0 AND (expires_at IS NULL OR expires_at > now());

      -- A tombstone is the release of a hold that never came, and refuses it if it comes later.
      CREATE TABLE holds (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        credits bigint NOT NULL CHECK (credits >= 0),
        state text NOT NULL CHECK (state IN ('held', 'captured', 'released', 'tombstone')),
        transfer_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        settled_at timestamptz,
        CHECK ((state = 'tombstone') = (transfer_id IS NULL)),
        CHECK ((state = 'held') = (settled_at IS NULL))
      ) WITH (fillfactor = 90);

      CREATE TABLE hold_lots (
        hold_id uuid NOT NULL,
        lot_id uuid NOT NULL,
        credits bigint NOT NULL CHECK (credits > 0),
        PRIMARY KEY (hold_id, lot_id)
      );

      -- What people see: one row, with the transfer's id, for each transfer that changed what they can spend. Append-only
      -- too: the status of a usage is not stored but read from its hold.
      CREATE TABLE transactions (
        id uuid PRIMARY KEY,
        -- Taken under the account's lock: the order in which balance_after came about.
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW spend_order;
      DROP TABLE transactions, hold_lots, holds, lots, transfers, accounts, outbox, inbox, relay_state;
      DROP TYPE lot_kind, transfer_state, ledger_account;
      DROP FUNCTION reject_change(), notify_outbox();
    `);
  }
}
