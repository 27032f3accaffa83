import type { QueryRunner } from 'typeorm';

/**
 * Outbox, inbox and the relay's memory, made by a service's first migration inside its own schema.
 * A row of kind `event` goes to the queue of each subscriber, one of kind `job` to the queue of its name.
 */
export async function createMessagingTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE outbox (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id uuid NOT NULL DEFAULT uuidv7() UNIQUE,
      kind text NOT NULL CHECK (kind IN ('event', 'job')),
      name text NOT NULL,
      payload jsonb NOT NULL,
      options jsonb,
      -- The correlation id, and behind a space the traceparent where a trace is recorded.
      correlation text,
      created_at timestamptz NOT NULL DEFAULT now(),
      relayed_at timestamptz
    );
    CREATE INDEX outbox_waiting ON outbox (seq) WHERE relayed_at IS NULL;
    CREATE INDEX outbox_age ON outbox (created_at);

    CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(TG_TABLE_SCHEMA || '_outbox', '');
      RETURN NULL;
    END $$;
    CREATE TRIGGER outbox_notifies_relay AFTER INSERT ON outbox
      FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();

    CREATE TABLE inbox (
      event_id uuid PRIMARY KEY,
      handled_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX inbox_age ON inbox (handled_at);

    -- Which life of Redis the outbox was last relayed into.
    CREATE TABLE relay_state (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      redis_generation text
    );
    INSERT INTO relay_state (only_row) VALUES (true);
  `);
}
