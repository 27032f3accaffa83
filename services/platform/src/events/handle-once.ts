import type { DataSource, EntityManager } from 'typeorm';

/** Runs `work` in a transaction that also stores the event's id in the inbox, unless the event has taken effect already. */
export async function handleOnce(
  database: DataSource,
  eventId: string,
  work: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  await database.transaction(async (manager) => {
    const isNew = await manager.query<unknown[]>(
      `INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventId],
    );
    if (isNew.length > 0) await work(manager);
  });
}
