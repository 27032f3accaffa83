import type { Stack } from '@luit/local/running-stack';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { postgresClient } from './postgres-client';

/** Prefix of the keys of billing's queue of events. */
const QUEUE = 'bull:{events-billing}:events-billing';
/** After one failure more, billing sets an event aside. */
const FAILURES = 24;

/** A job that billing must run but that no release can publish. Waits until it was set aside. */
export async function poisonJob(stack: Stack): Promise<void> {
  await execute(stack, `INSERT INTO billing.outbox (kind, name, payload) VALUES ('job', 'mail', '[]')`);
  await until('the job to be set aside', async () => {
    const rows = await execute(stack, `SELECT FROM billing.dead_letters WHERE name = 'mail'`);
    return rows.length > 0 || undefined;
  });
}

/**
 * Makes billing fail to settle a job until the returned function is called. Waits until the event of its end was set aside, but skips the
 * wait for most of its failures.
 *
 * @param requestId of a job whose credits are held
 */
export async function poisonSettlement(stack: Stack, requestId: string): Promise<() => Promise<void>> {
  await execute(
    stack,
    `CREATE FUNCTION billing.refuse_settlement() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the settlement of % is refused on purpose', NEW.id; END $$;
     CREATE TRIGGER refuse_settlement BEFORE UPDATE ON billing.holds FOR EACH ROW
       WHEN (NEW.id = '${requestId}') EXECUTE FUNCTION billing.refuse_settlement()`,
  );
  await exhaustAttempts(stack, requestId);
  await until('the event to be set aside', async () => {
    const rows = await execute(stack, 'SELECT FROM billing.dead_letters WHERE payload @> $1', [{ requestId }]);
    return rows.length > 0 || undefined;
  });
  return async () => {
    await execute(stack, `DROP TRIGGER refuse_settlement ON billing.holds; DROP FUNCTION billing.refuse_settlement()`);
  };
}

async function exhaustAttempts(stack: Stack, requestId: string): Promise<void> {
  const redis = new Redis(stack.redis);
  await until('the event to fail', async () => {
    for (const id of await redis.zrange(`${QUEUE}:delayed`, 0, -1)) {
      const data = await redis.hget(`${QUEUE}:${id}`, 'data');
      if (data?.includes(requestId)) return redis.hset(`${QUEUE}:${id}`, 'atm', FAILURES);
    }
    return undefined;
  });
  await redis.quit();
}

async function execute(stack: Stack, text: string, values?: unknown[]): Promise<unknown[]> {
  const client = postgresClient(stack.postgres);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
