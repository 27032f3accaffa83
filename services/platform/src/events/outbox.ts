import type { EventContract, JobContract } from '@luit/contracts/messages/message';
import type { EntityManager } from 'typeorm';
import { correlation } from '../tracing/correlation';

export interface JobOptions {
  /** Milliseconds before a worker may take it. */
  delayMs?: number;
  /** 1 is first, larger is later; none goes before all that have one. */
  priority?: number;
}

/** An event that `writeEvents` writes. */
export interface OutboxEvent {
  contract: { kind: string; name: string };
  payload: unknown;
}

export function outboxEvent<Payload>(contract: EventContract<Payload>, payload: Payload): OutboxEvent {
  return { contract, payload };
}

/** Publishes several events in the transaction that makes them true, with one statement. */
export async function writeEvents(manager: EntityManager, events: OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ contract: { kind, name }, payload }) => ({ kind, name, payload }));
  await manager.query(
    `INSERT INTO outbox (kind, name, payload, correlation)
     SELECT kind, name, payload, $2 FROM jsonb_to_recordset($1) AS e (kind text, name text, payload jsonb)`,
    [JSON.stringify(rows), correlation()],
  );
}

/** Tells of something in the transaction that makes it true; the relay brings it to every subscriber's queue. */
export async function writeEvent<Payload>(
  manager: EntityManager,
  contract: EventContract<Payload>,
  payload: Payload,
): Promise<void> {
  await insert(manager, contract, payload, null);
}

/** Asks for work in the transaction that makes it necessary. While the id waits in its queue, asking again changes nothing. */
export async function writeJob(
  manager: EntityManager,
  contract: JobContract,
  id: string,
  options: JobOptions = {},
): Promise<void> {
  await insert(manager, contract, { id }, options);
}

async function insert(
  manager: EntityManager,
  contract: { kind: string; name: string },
  payload: unknown,
  options: JobOptions | null,
): Promise<void> {
  await manager.query(`INSERT INTO outbox (kind, name, payload, options, correlation) VALUES ($1, $2, $3, $4, $5)`, [
    contract.kind,
    contract.name,
    JSON.stringify(payload),
    options && JSON.stringify(options),
    correlation(),
  ]);
}
