import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs `work` in a transaction that holds an advisory lock, so that one replica at a time does it.
 *
 * @param key unique within the database of the service
 * @returns undefined, without running `work`, if another transaction holds the lock
 */
export async function transactionWithLock<T>(
  database: DataSource,
  key: number,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction(async (manager) => {
    const [row] = await manager.query<{ isLocked: boolean }[]>(`SELECT pg_try_advisory_xact_lock($1) AS "isLocked"`, [
      key,
    ]);
    return row?.isLocked ? work(manager) : undefined;
  });
}
