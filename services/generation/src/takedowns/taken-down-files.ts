import type { DataSource, EntityManager } from 'typeorm';

/** Those of the files that are taken down, also input images that another request uses. */
export async function takenDownAmong(database: Pick<DataSource, 'query'>, keys: string[]): Promise<string[]> {
  const rows = await database.query<{ key: string }[]>(
    `SELECT key FROM unnest($1::text[]) AS key
      WHERE EXISTS (SELECT FROM takedowns WHERE lifted_at IS NULL AND file_keys @> ARRAY[key])`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Deletes orders that are not paid yet and have one of the files as an input image; a payment that arrives later is refunded. An order whose
 * job is starting at this moment is left out.
 */
export async function deleteUnpaidOrdersWith(manager: EntityManager, keys: string[]): Promise<void> {
  await manager.query(
    `DELETE FROM requests WHERE id IN (
       SELECT id FROM requests WHERE state = 'awaiting_payment' AND (image_key = ANY ($1) OR last_image_key = ANY ($1))
          FOR UPDATE SKIP LOCKED)`,
    [keys],
  );
}
