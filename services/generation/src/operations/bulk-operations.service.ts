import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import type { BulkItem, BulkOperation } from '@luit/contracts/operations/job-actions';
import { countRows } from '@luit/platform/database/count-rows';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

type OperationRow = WithDates<BulkOperation, 'created_at'>;

const MAX_PAGE = 100;
const ITEM_STATE = `CASE WHEN done_at IS NULL THEN 'waiting' WHEN refusal IS NULL THEN 'done' ELSE 'refused' END`;
const SELECT_OPERATIONS = `
  SELECT o.id, o.admin_id AS "adminId", o.action, o.reason, o.created_at, progress.* FROM operations o,
    LATERAL (SELECT count(*)::int AS jobs,
        count(*) FILTER (WHERE done_at IS NOT NULL AND refusal IS NULL)::int AS done,
        count(refusal)::int AS refused,
        count(*) FILTER (WHERE done_at IS NULL)::int AS left,
        coalesce(sum(credits) FILTER (WHERE refusal IS NULL), 0)::int AS credits
      FROM operation_items WHERE operation_id = o.id) AS progress`;

/** Bulk actions of operators, with their progress and the outcome of each job. */
@Injectable()
export class BulkOperationsService {
  constructor(private readonly database: DataSource) {}

  /** Newest first. */
  @OnCall(operationsCalls.listBulkOperations)
  async list({
    limit,
    cursor,
  }: RequestOf<typeof operationsCalls.listBulkOperations>): Promise<
    { items: BulkOperation[]; nextCursor: string | null } & CappedCount
  > {
    const size = Math.min(limit, MAX_PAGE);
    const rows = await this.database.query<OperationRow[]>(
      `${SELECT_OPERATIONS} WHERE o.is_bulk AND ($1::uuid IS NULL OR o.id < $1) ORDER BY o.id DESC LIMIT $2`,
      [cursor ?? null, size + 1],
    );
    const items = rows.slice(0, size).map(withIsoTimes);
    const counted = await countRows(this.database, 'SELECT FROM operations WHERE is_bulk', []);
    return { items, nextCursor: rows.length > size ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  /** @throws LuitError `not_found` */
  @OnCall(operationsCalls.getBulkOperation)
  async get({
    operationId,
    limit,
    cursor,
    state,
  }: RequestOf<typeof operationsCalls.getBulkOperation>): Promise<
    { operation: BulkOperation; items: BulkItem[]; nextCursor: string | null } & CappedCount
  > {
    const [operation] = isUuid(operationId)
      ? await this.database.query<OperationRow[]>(`${SELECT_OPERATIONS} WHERE o.id = $1 AND o.is_bulk`, [operationId])
      : [];
    if (!operation) throw new LuitError('not_found', 'Bulk action not found');
    const size = Math.min(limit, MAX_PAGE);
    const rows = await this.database.query<WithDates<BulkItem, 'done_at'>[]>(
      `SELECT request_id AS id, ${ITEM_STATE} AS state, credits, refusal, created_id AS "createdId", done_at
         FROM operation_items
        WHERE operation_id = $1 AND ($2::uuid IS NULL OR request_id > $2) AND ($3::text IS NULL OR ${ITEM_STATE} = $3)
        ORDER BY request_id LIMIT $4`,
      [operationId, cursor ?? null, state ?? null, size + 1],
    );
    const items = rows.slice(0, size).map(withIsoTimes);
    return {
      operation: withIsoTimes(operation),
      items,
      nextCursor: rows.length > size ? (items.at(-1)?.id ?? null) : null,
      total: totalOf(operation, state),
      isTotalCapped: false,
    };
  }
}

function totalOf({ jobs, done, refused, left }: OperationRow, state?: BulkItem['state']): number {
  return state ? { waiting: left, done, refused }[state] : jobs;
}
