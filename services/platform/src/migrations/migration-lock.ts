import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

/** Advisory lock key; arbitrary but unique in this database. The second key is the hash of the schema's name. */
const LOCK = 7_105_116;
const RETRY_MS = 100;

/**
 * Waits until no other process migrates the schema. The lock lasts until the client disconnects. The wait is a loop of attempts: a
 * statement that waits would hold a snapshot, and a concurrent index build of the other process would wait for that snapshot.
 */
export async function acquireMigrationLock(guard: Client, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await guard.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS "isLocked"',
      [LOCK, schema],
    );
    if (rows[0]?.isLocked) return;
    await pause(RETRY_MS);
  }
}
