import type { QueryRunner } from 'typeorm';
import { createDeadLettersTable } from '../dead-letters/dead-letters-table';

/**
 * Creates outbox, inbox, the relay's state and the dead letters in the schema of a service. An `event` goes to the queue of each
 * subscriber, a `job` to the queue of its name, and a `push` to the gateways. The row of an event is kept until all subscribers have
 * acknowledged it, and the row of a job for a day, so that they can be relayed again. Rows of pushes are deleted when they are relayed.
 */
export async function createMessagingTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE outbox (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id uuid NOT NULL DEFAULT uuidv7() UNIQUE,
      kind text NOT NULL CHECK (kind IN ('event', 'push', 'job')),
      name text NOT NULL,
      payload jsonb NOT NULL,
      options jsonb,
      -- The correlation id, followed by a space and the traceparent if a trace is recorded.
      correlation text,
      created_at timestamptz NOT NULL DEFAULT now(),
      relayed_at timestamptz
    );
    CREATE INDEX outbox_waiting ON outbox (seq) WHERE relayed_at IS NULL;
    CREATE INDEX outbox_age ON outbox (created_at);
    CREATE INDEX outbox_unacknowledged ON outbox (seq) WHERE kind = 'event' AND relayed_at IS NOT NULL;

    -- Takes the oldest rows for the relay. A function, because Postgres keeps its plan, while it would plan a statement of the
    -- relay's round trip each time.
    -- Locks: the returned rows; it skips rows that the relay of another replica has taken. Changes nothing.
    CREATE FUNCTION take_outbox_batch(most int) RETURNS SETOF outbox LANGUAGE plpgsql AS $$
    BEGIN
      RETURN QUERY SELECT * FROM outbox WHERE relayed_at IS NULL ORDER BY seq LIMIT most FOR UPDATE SKIP LOCKED;
    END $$;

    -- Marks events and jobs as relayed, and deletes pushes, which are never relayed twice on purpose. The relay has taken the rows
    -- in the same transaction and published them.
    -- If Postgres crashes, the marks of the last moments are lost and their rows are relayed again, so the commit does not wait for
    -- the disk.
    -- Locks: nothing further. Idempotent.
    CREATE FUNCTION mark_outbox_batch(sequences bigint[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE outbox SET relayed_at = now() WHERE seq = ANY (sequences) AND kind <> 'push';
      DELETE FROM outbox WHERE seq = ANY (sequences) AND kind = 'push';
    END $$;

    CREATE TABLE inbox (
      event_id uuid PRIMARY KEY,
      handled_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX inbox_age ON inbox (handled_at);

    -- The Redis generation into which the outbox was last relayed.
    CREATE TABLE relay_state (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      redis_generation text,
      -- When it was found to have lost what the outbox had been relayed into.
      redis_emptied_at timestamptz
    );
    INSERT INTO relay_state (only_row) VALUES (true);
  `);
  await createDeadLettersTable(runner);
}
