import type { QueryRunner } from 'typeorm';

/**
 * How long a concurrent index waits for older transactions, milliseconds. Statements of others do not queue behind this wait, unlike
 * behind other locks.
 */
const WAIT_MS = 30 * 60_000;

export interface ConcurrentIndex {
  name: string;
  /** The part of CREATE INDEX after the name, such as `ON requests (user_id) WHERE user_id IS NOT NULL`. */
  definition: string;
  isUnique?: boolean;
}

/**
 * Creates an index while others read and write the table. An interrupted or failed attempt leaves an invalid index, which slows
 * writes and serves no query: it is dropped at once or, after a crash, by the next attempt. Does nothing if a valid index of that name
 * exists.
 *
 * @throws Error in a migration that runs in a transaction
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  { name, definition, isUnique = false }: ConcurrentIndex,
): Promise<void> {
  assertNoTransaction(runner, name);
  const state = await stateOf(runner, name);
  if (state === 'valid') return;
  if (state === 'invalid') await dropIndexConcurrently(runner, name);
  try {
    await patiently(runner, `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ${definition}`);
  } catch (error) {
    await dropIndexConcurrently(runner, name);
    throw error;
  }
}

/** Drops an index, if it exists, while others read and write the table. @throws Error in a migration that runs in a transaction */
export async function dropIndexConcurrently(runner: QueryRunner, name: string): Promise<void> {
  assertNoTransaction(runner, name);
  await patiently(runner, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

async function stateOf(runner: QueryRunner, name: string): Promise<'valid' | 'invalid' | undefined> {
  const [found] = (await runner.query('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    name,
  ])) as {
    indisvalid: boolean;
  }[];
  return found && (found.indisvalid ? 'valid' : 'invalid');
}

async function patiently(runner: QueryRunner, statement: string): Promise<void> {
  const [before] = (await runner.query(`SELECT current_setting('lock_timeout') AS value`)) as { value: string }[];
  await runner.query(`SELECT set_config('lock_timeout', $1, false)`, [String(WAIT_MS)]);
  try {
    await runner.query(statement);
  } finally {
    await runner.query(`SELECT set_config('lock_timeout', $1, false)`, [before?.value]);
  }
}

function assertNoTransaction(runner: QueryRunner, name: string): void {
  if (runner.isTransactionActive) throw new Error(`${name} needs a migration with transaction = false`);
}
