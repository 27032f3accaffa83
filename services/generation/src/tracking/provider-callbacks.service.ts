import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import type { CallbackDetails, CallbackRow, CallbackState } from '@luit/contracts/operations/provider-callbacks';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { isFinal, type RequestState, STATES, statesSql } from '../request-rows/request-states';
import { maskCallback } from './mask-callback';
import { ProviderEventsService } from './provider-events.service';

type Filter = RequestOf<typeof operationsCalls.listProviderCallbacks>;

export interface CallbackPage extends CappedCount {
  items: CallbackRow[];
  nextCursor: string | null;
}

type StoredCallback = WithDates<Omit<CallbackRow, 'canReplay'>, 'receivedAt' | 'readAt' | 'replayedAt'> & {
  hasTask: boolean;
};

const PER_ID = 1_000;
/** An id is made while its statement runs, `received_at` is the start of the transaction. */
const ID_TOLERANCE_MS = 3_600_000;

const HAS_ENDED = `EXISTS (SELECT FROM requests r WHERE r.id = e.request_id AND r.state IN (${statesSql(STATES.filter(isFinal))}))`;

const CONDITION: Record<CallbackState, string> = {
  read: 'e.read_at IS NOT NULL',
  waiting: `e.read_at IS NULL AND NOT ${HAS_ENDED}`,
  unneeded: `e.read_at IS NULL AND ${HAS_ENDED}`,
};

const COLUMNS = `e.id, e.provider, e.event_id AS "eventId", e.task_id AS "taskId", e.request_id AS "jobId", r.state AS "jobState",
  e.received_at AS "receivedAt", e.read_at AS "readAt", e.replayed_at AS "replayedAt", r.external_id IS NOT NULL AS "hasTask",
  CASE WHEN ${CONDITION.read} THEN 'read' WHEN ${CONDITION.unneeded} THEN 'unneeded' ELSE 'waiting' END AS state`;

/** An array instead of a subquery: Postgres computes it once, with one index scan for each kind of id. */
const MATCHING_IDS = `ARRAY(
  (SELECT id FROM provider_events WHERE task_id = $ ORDER BY id DESC LIMIT ${PER_ID})
  UNION (SELECT id FROM provider_events WHERE event_id = $ LIMIT ${PER_ID})
  UNION (SELECT id FROM provider_events WHERE request_id = $::uuid LIMIT ${PER_ID})
  UNION (SELECT e.id FROM provider_tasks t JOIN provider_events e ON e.request_id = t.request_id WHERE t.external_id = $ LIMIT ${PER_ID}))`;

/** Lists the stored callbacks of providers for operators, and has workers read one again. */
@Injectable()
export class ProviderCallbacksService {
  constructor(
    private readonly database: DataSource,
    private readonly events: ProviderEventsService,
  ) {}

  /** Newest first. */
  @OnCall(operationsCalls.listProviderCallbacks)
  async list({ limit, cursor, ...filter }: Filter): Promise<CallbackPage> {
    const [all, page] = [toConditions(filter), toConditions(filter)];
    if (cursor) page.add('e.id < $', cursor);
    const [rows, counted] = await Promise.all([
      this.database.query<StoredCallback[]>(
        `${UNPREPARED}SELECT ${COLUMNS} FROM provider_events e JOIN requests r ON r.id = e.request_id
          WHERE ${page.sql} ORDER BY e.id DESC LIMIT ${limit + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM provider_events e WHERE ${all.sql}`, all.values),
    ]);
    const items = rows.slice(0, limit).map(toRow);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  /** @throws LuitError `not_found` */
  @OnCall(operationsCalls.getProviderCallback)
  async get({ id }: RequestOf<typeof operationsCalls.getProviderCallback>): Promise<CallbackDetails> {
    const [row] = await this.database.query<(StoredCallback & { rawBody: string; headers: object })[]>(
      `SELECT ${COLUMNS}, e.raw_body AS "rawBody", e.headers FROM provider_events e JOIN requests r ON r.id = e.request_id
        WHERE e.id = $1`,
      [id],
    );
    if (!row) throw notFound();
    const { rawBody, headers, ...rest } = row;
    return { ...toRow(rest), body: maskCallback(rawBody), headers: Object.keys(headers).sort() };
  }

  /**
   * Marks a callback as unread and makes its job's next poll due. A worker verifies it as if it had just arrived, so that it cannot take
   * effect twice.
   *
   * @throws LuitError `not_found`, `conflict`
   */
  @OnCall(operationsCalls.replayProviderCallback)
  async replay({ id, adminId, reason }: RequestOf<typeof operationsCalls.replayProviderCallback>): Promise<void> {
    const { jobId, eventId, provider } = await this.get({ id });
    await this.events.readAgain(jobId, async ({ manager, row }) => {
      await manager.query(`UPDATE provider_events SET read_at = NULL, replayed_at = now() WHERE id = $1`, [id]);
      await writeEvent(manager, operationsEvents.operatorActed, {
        id: uuidv7(),
        adminId,
        action: 'callback_replayed',
        subject: id,
        details: { provider, event: eventId, job: jobId, reason },
        userIds: [row.userId],
      });
    });
  }
}

function toConditions({ words, provider, state, from, to }: Omit<Filter, 'limit' | 'cursor'>): Conditions {
  const conditions = new Conditions();
  if (provider) conditions.add('e.provider = $', provider);
  if (state) conditions.add(CONDITION[state]);
  if (from) conditions.add('e.id >= $ AND e.received_at >= $', firstIdAt(from, -ID_TOLERANCE_MS), from);
  if (to) conditions.add('e.id < $ AND e.received_at < $', firstIdAt(to, ID_TOLERANCE_MS), to);
  if (words !== undefined)
    conditions.add(`e.id = ANY (${MATCHING_IDS})`, words, words, isUuid(words) ? words : null, words);
  return conditions;
}

function toRow({ hasTask, ...row }: StoredCallback): CallbackRow {
  return { ...withIsoTimes(row), canReplay: hasTask || !isFinal(row.jobState as RequestState) };
}

function notFound(): LuitError {
  return new LuitError('not_found', 'Callback not found. It may have been deleted at the end of its retention period.');
}
