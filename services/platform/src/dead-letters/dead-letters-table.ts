import type { QueryRunner } from 'typeorm';

/** Creates the table of messages that could not be published or handled. */
export async function createDeadLettersTable(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE dead_letters (
      id uuid PRIMARY KEY DEFAULT uuidv7(),
      -- The relay could not publish a row of the outbox, or a consumer could not handle an entry of a queue.
      source text NOT NULL CHECK (source IN ('outbox', 'queue')),
      kind text NOT NULL CHECK (kind IN ('event', 'job')),
      name text NOT NULL,
      -- The id of the event, of the outbox row or of the queue entry.
      entry_id text NOT NULL,
      -- Null if the entry was not JSON.
      payload jsonb,
      options jsonb,
      correlation text,
      reason text NOT NULL CHECK (reason IN ('undeclared', 'invalid', 'too_large', 'failed', 'unacknowledged')),
      error text NOT NULL,
      attempts int NOT NULL DEFAULT 1,
      first_seen_at timestamptz NOT NULL,
      set_aside_at timestamptz NOT NULL DEFAULT now(),
      -- An event that is delivered again keeps its row until its inbox entry exists.
      replayed_at timestamptz,
      UNIQUE (source, kind, name, entry_id)
    );
    CREATE INDEX dead_letters_age ON dead_letters (set_aside_at);
  `);
}
