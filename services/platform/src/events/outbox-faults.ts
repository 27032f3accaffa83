import type { DeadLetterReason } from '@luit/contracts/operations/dead-letters';
import { jobProducers } from '@luit/contracts/registry/redis-access';
import { findJob } from '@luit/contracts/registry/registry';
import type { Service } from '@luit/contracts/messages/message';
import type { Client } from 'pg';
import { z } from 'zod';
import { MAX_ENTRY_LENGTH } from '../queues/queues';
import type { OutboxRow } from './outbox-batch';

export interface OutboxFault {
  seq: string;
  reason: DeadLetterReason;
  error: string;
}

const payload = z.record(z.string(), z.unknown());
/** The job options that BullMQ accepts. */
const options = z
  .object({ delayMs: z.number().min(0).optional(), priority: z.int().min(0).max(2_097_152).optional() })
  .nullable();
const entryId = z
  .string()
  .regex(/^(?!-?\d+$)[^:]{1,200}$/, 'The id of a queue entry is 1 to 200 characters, no number and without colons');

/** Why a row can never be published, undefined if it can. One such row would otherwise hold up all rows behind it. */
export function faultOf(service: Service, row: OutboxRow): OutboxFault | undefined {
  const fault = (reason: DeadLetterReason, error: string): OutboxFault => ({ seq: row.seq, reason, error });
  if (row.kind === 'push') return undefined;
  const length = JSON.stringify(row.payload).length;
  if (length > MAX_ENTRY_LENGTH) return fault('too_large', `The payload has ${length} characters`);
  const shape = z.object({ payload, options }).safeParse(row);
  if (!shape.success) return fault('invalid', z.prettifyError(shape.error));
  if (row.kind === 'event') return undefined;
  const contract = findJob(row.name);
  if (!contract) return fault('undeclared', `This release declares no job ${row.name}`);
  if (!jobProducers[row.name]?.includes(service)) return fault('invalid', `${service} does not enqueue ${row.name}`);
  const parsed = contract.payload.and(z.object({ id: entryId })).safeParse(row.payload);
  return parsed.success ? undefined : fault('invalid', z.prettifyError(parsed.error));
}

/** Moves rows that can never be published to the dead letters, in the relay's transaction. */
export async function setAside(client: Client, faults: readonly OutboxFault[]): Promise<void> {
  await client.query(
    `WITH moved AS (
       DELETE FROM outbox o USING jsonb_to_recordset($1) AS f (seq bigint, reason text, error text)
        WHERE o.seq = f.seq RETURNING o.*, f.reason, f.error
     )
     INSERT INTO dead_letters AS known
       (source, kind, name, entry_id, payload, options, correlation, reason, error, first_seen_at)
     SELECT 'outbox', kind, name, id, payload, options, correlation, reason, left(error, 500), created_at FROM moved
     ON CONFLICT (source, kind, name, entry_id) DO UPDATE SET attempts = known.attempts + 1, error = excluded.error`,
    [JSON.stringify(faults)],
  );
}
