import type { SimulationDatabase } from './simulation-database';
import type { World } from './world';

/** An event that only a newer release declares. It waits until that release runs. */
export const FUTURE_EVENT = 'generation.futureEvent';

/** Ids of outbox rows that cannot be turned into messages. */
export const POISON_ID = '00000000-0000-7000-8000-0000000000fe';
export const FUTURE_ID = '00000000-0000-7000-8000-0000000000ff';

const INSERT = `outbox (id, kind, name, payload, created_at) VALUES ($1, $2, $3, $4, $5)`;

/** A newer release, which has been rolled back since, has left an event that this one does not know. */
export async function writeFutureEvent(world: World, database: SimulationDatabase): Promise<void> {
  const service = world.random.pick(['billing', 'generation']);
  world.log(service, 'FAULT: its outbox has an event of a newer release');
  const row = [FUTURE_ID, 'event', FUTURE_EVENT, '{}', new Date(world.now).toISOString()];
  await database.rows(`INSERT INTO ${service}.${INSERT}`, row);
}

/** A job without a payload, of an operator's statement or of a bug. */
export async function writePoison(world: World, database: SimulationDatabase): Promise<void> {
  const service = world.random.pick(['billing', 'generation']);
  world.log(service, 'FAULT: its outbox has a job that cannot be published');
  const row = [POISON_ID, 'job', 'submit', 'null', new Date(world.now).toISOString()];
  await database.rows(`INSERT INTO ${service}.${INSERT}`, row);
}
