import type { RequestRecord } from '@luit/contracts/generation/requests';
import { insertEventsSql, type OutboxEvent } from '@luit/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { RequestEntity } from '../request-rows/request.entity';

/** A change of one locked row, as `LockedRequest.plan` returns it. */
export interface RowChange {
  /** The row before the change; it must still have this state and lease. */
  from: RequestEntity;
  values: Partial<RequestEntity>;
  /** The row after the change. */
  row: RequestEntity;
  /** The entry in the job's timeline; none for internal columns. */
  note?: { what: string; details?: Record<string, unknown> };
  /** True if the owner receives an update. */
  isPublished: boolean;
  /** Publishes the update once the transaction has committed. */
  publishAfterCommit?: (request: RequestRecord) => void;
  /** Correlation of its cause, for the update. */
  correlation: string | null;
  /** Further events of the same transaction. */
  events?: OutboxEvent[];
}

/**
 * Writes the changes of several locked rows, their timeline entries and the given events in one statement.
 *
 * @throws Error if a row changed although it was locked
 */
export async function updateRows(manager: EntityManager, changes: RowChange[], events: OutboxEvent[]): Promise<void> {
  const columns = columnsOf(manager, changes);
  const rows = changes.map(({ from, row }) => ({
    ...Object.fromEntries(columns.map(({ name, property }) => [name, row[property]])),
    id: from.id,
    from_state: from.state,
    from_lease: from.lease,
  }));
  const notes = changes.flatMap(({ row, note }) =>
    note ? [{ ...note, request_id: row.id, state: row.state, lease: row.lease, worker_id: row.workerId }] : [],
  );
  const values = [rows, notes, ...(events.length > 0 ? [events] : [])];
  const [{ updated }] = (await manager.query(
    `WITH changes AS (
       SELECT * FROM jsonb_to_recordset($1) AS c (id uuid, from_state text, from_lease bigint, ${columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')})
     ), updated AS (
       UPDATE requests r SET ${columns.map(({ name }) => `"${name}" = c."${name}"`).join(', ')} FROM changes c
        WHERE r.id = c.id AND r.state = c.from_state AND r.lease = c.from_lease RETURNING r.id
     ), noted AS (
       INSERT INTO job_events (request_id, what, state, lease, worker_id, details)
       SELECT request_id, what, state, lease, worker_id, details
         FROM jsonb_to_recordset($2) AS n (request_id uuid, what text, state text, lease bigint, worker_id text, details jsonb)
     )${events.length > 0 ? `, published AS (${insertEventsSql('$3')})` : ''}
     SELECT count(*)::int AS updated FROM updated`,
    values.map((value) => JSON.stringify(value)),
  )) as [{ updated: number }];
  if (updated === changes.length) return;
  throw new Error(`${changes.length - updated} of ${changes.length} requests changed although they were locked`);
}

interface ChangedColumn {
  name: string;
  property: keyof RequestEntity;
  /** Its type in SQL. */
  type: string;
}

/** The columns that any of the changes writes. */
function columnsOf(manager: EntityManager, changes: RowChange[]): ChangedColumn[] {
  const changed = new Set(changes.flatMap(({ values }) => Object.keys(values)));
  return manager.connection
    .getMetadata(RequestEntity)
    .columns.filter(({ propertyName }) => changed.has(propertyName))
    .map(({ databaseName, propertyName, type, isArray }) => ({
      name: databaseName,
      property: propertyName as keyof RequestEntity,
      type: isArray ? `${String(type)}[]` : String(type),
    }));
}
