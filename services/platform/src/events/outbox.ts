import type { EventContract, JobContract, PushContract } from '@luit/contracts/messages/message';
import type { EntityManager } from 'typeorm';
import type { JobOptions } from '../queues/queues';
import { correlation } from '../tracing/correlation';

/** A row of the outbox for an event or a push. */
export interface OutboxEvent {
  kind: string;
  name: string;
  payload: unknown;
  correlation: string | null;
}

/** @param cause the correlation of what causes the event, if that is not the current one */
export function outboxEvent<Payload>(
  { kind, name }: EventContract<Payload> | PushContract<Payload>,
  payload: Payload,
  cause = correlation(),
): OutboxEvent {
  return { kind, name, payload, correlation: cause };
}

/** SQL that writes the `OutboxEvent`s of a parameter, in their order. */
export function insertEventsSql(parameter: string): string {
  return `INSERT INTO outbox (kind, name, payload, correlation)
          SELECT kind, name, payload, correlation
            FROM jsonb_to_recordset(${parameter}) AS e (kind text, name text, payload jsonb, correlation text)`;
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

/** `writeJob` for many jobs, with one statement. */
export async function writeJobs(
  manager: EntityManager,
  { kind, name }: JobContract,
  ids: readonly string[],
  options: JobOptions = {},
): Promise<void> {
  await manager.query(
    `INSERT INTO outbox (kind, name, payload, options, correlation)
     SELECT $1, $2, jsonb_build_object('id', id), $4, $5 FROM unnest($3::text[]) WITH ORDINALITY AS job (id, position)
      ORDER BY position`,
    [kind, name, ids, JSON.stringify(options), correlation()],
  );
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
