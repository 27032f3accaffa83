import type { DataSource, EntityManager } from 'typeorm';

/** @returns the keys of the files that are taken down, including input images that other requests use */
export async function takenDownAmong(database: Pick<DataSource, 'query'>, keys: string[]): Promise<string[]> {
  const rows = await database.query<{ key: string }[]>(
    `SELECT key FROM unnest($1::text[]) AS key
      WHERE EXISTS (SELECT FROM takedowns WHERE lifted_at IS NULL AND file_keys @> ARRAY[key])`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Deletes unpaid orders that have one of the files as an input image. Payments that arrive for them later are refunded. Skips an order if a
 * payment is starting its job at this moment.
 */
export async function deleteUnpaidOrdersWith(manager: EntityManager, keys: string[]): Promise<void> {
  await manager.query(
    `DELETE FROM requests WHERE id IN (
       SELECT id FROM requests WHERE state = 'awaiting_payment' AND (image_key = ANY ($1) OR last_image_key = ANY ($1) OR reference_keys && $1)
          FOR UPDATE SKIP LOCKED)`,
    [keys],
  );
}
