import type { EventContract, JobContract, PushContract } from '@luit/contracts/messages/message';
import type { EntityManager } from 'typeorm';
import { correlation } from '../tracing/correlation';

export interface JobOptions {
  /** Milliseconds before a worker may take the job. */
  delayMs?: number;
  /** Workers take 1 first and larger numbers later. A job without a priority precedes all that have one. */
  priority?: number;
}

/** An event or push that `writeEvents` writes. */
export interface OutboxEvent {
  contract: { kind: string; name: string };
  payload: unknown;
}

export function outboxEvent<Payload>(
  contract: EventContract<Payload> | PushContract<Payload>,
  payload: Payload,
): OutboxEvent {
  return { contract, payload };
}

/** Publishes several events and pushes when the transaction commits, with one statement. */
export async function writeEvents(manager: EntityManager, events: OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ contract: { kind, name }, payload }) => ({ kind, name, payload }));
  await manager.query(
    `INSERT INTO outbox (kind, name, payload, correlation)
     SELECT kind, name, payload, $2 FROM jsonb_to_recordset($1) AS e (kind text, name text, payload jsonb)`,
    [JSON.stringify(rows), correlation()],
  );
}

/** Publishes an event when the transaction commits; the relay adds it to the queue of each subscriber. */
export async function writeEvent<Payload>(
  manager: EntityManager,
  contract: EventContract<Payload>,
  payload: Payload,
): Promise<void> {
  await insert(manager, contract, payload, null);
}

/** Pushes news to browsers when the transaction commits; the relay publishes it to the gateways. */
export async function writePush<Payload>(
  manager: EntityManager,
  contract: PushContract<Payload>,
  payload: Payload,
): Promise<void> {
  await insert(manager, contract, payload, null);
}

/** Enqueues a job when the transaction commits. Changes nothing while a job with this id is in the queue. */
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
