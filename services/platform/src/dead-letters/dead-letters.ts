import type { DeadLetter, DeadLetterReason } from '@luit/contracts/operations/dead-letters';
import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { StoringService } from '@luit/contracts/messages/message';
import { findEvent, findJob } from '@luit/contracts/messages/registry';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { deadLettersAdded, deadLetterSources } from '../health/metrics';
import { eventQueueName, type Queues } from '../jobs/queues';
import { type DuePoller, dueWhile } from '../scheduling/due-poller';
import { within } from '../scheduling/within';
import { readCorrelation } from '../tracing/correlation';
import { previewOf } from './dead-letter-preview';

const WITHIN_MS = 5_000;
/** Between two rounds while there are dead letters. */
const INTERVAL_MS = 20_000;
const PAGE = 500;
const SCRAPE_TIMEOUT_MS = 2_000;
const MAX_ERROR_LENGTH = 500;
/** Bounds of the table. */
const KEPT = { age: '30 days', rows: 10_000 };
/** During a rolling deploy the older release sets aside what the newer one declares; the newer one replays it at once. */
const ALERT_AFTER = '2 minutes';

/** An entry of a queue that its consumer could not handle. */
export interface DeadEntry {
  kind: DeadLetter['kind'];
  name: string;
  entryId: string;
  /** Undefined if it is not JSON. */
  payload: unknown;
  correlationId?: string;
  reason: DeadLetterReason;
  error: string;
  attempts: number;
  firstSeenAt: Date;
}

interface Decision {
  id: string;
  adminId: string;
  reason: string;
}

type Row = Omit<DeadLetter, 'preview' | 'firstSeenAt' | 'setAsideAt' | 'replayedAt'> & {
  payload: unknown;
  correlation: string | null;
  firstSeenAt: Date;
  setAsideAt: Date;
  replayedAt: Date | null;
};

/** Writes an operator's action to the audit log, or an event for it, in the transaction of the action. */
export type RecordOperatorAction = (manager: EntityManager, action: Omit<OperatorAction, 'id'>) => Promise<void>;

/** SQL: false if `alertCauses` would find nothing. */
export const HAS_DEAD_LETTERS = `EXISTS (SELECT FROM dead_letters WHERE replayed_at IS NULL)`;

const COLUMNS = `id, source, kind, name, entry_id AS "entryId", payload, correlation, reason, error, attempts,
  first_seen_at AS "firstSeenAt", set_aside_at AS "setAsideAt", replayed_at AS "replayedAt"`;

/** The messages of a service that could not be published or handled: stored with their reason until they are replayed or discarded. */
export class DeadLetters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeadLetters.name);
  private measured = 0;

  constructor(
    private readonly service: StoringService,
    private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly poller: Pick<DuePoller, 'add'>,
    private readonly recordAction: RecordOperatorAction,
  ) {}

  onApplicationBootstrap(): void {
    deadLetterSources.set(this.service, () => this.measure());
    this.poller.add({
      name: 'dead-letters',
      dueInMs: dueWhile('EXISTS (SELECT FROM dead_letters)'),
      withinMs: WITHIN_MS,
      repeatMs: INTERVAL_MS,
      work: () => this.round(),
    });
  }

  beforeApplicationShutdown(): void {
    deadLetterSources.delete(this.service);
  }

  /** Stores a queue entry. Idempotent by entry: a replay that failed again counts its attempts. */
  async record({
    kind,
    name,
    entryId,
    payload,
    correlationId,
    reason,
    error,
    attempts,
    firstSeenAt,
  }: DeadEntry): Promise<void> {
    const json = payload === undefined ? null : JSON.stringify(payload);
    await this.database.query(
      `INSERT INTO dead_letters AS known
         (source, kind, name, entry_id, payload, correlation, reason, error, attempts, first_seen_at)
       VALUES ('queue', $1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (source, kind, name, entry_id) DO UPDATE SET reason = excluded.reason, error = excluded.error,
         attempts = known.attempts + excluded.attempts, set_aside_at = now(), replayed_at = NULL`,
      [
        ...[kind, name, entryId, json && withoutNul(json), correlationId ?? null, reason],
        ...[withoutNul(error).slice(0, MAX_ERROR_LENGTH), attempts, firstSeenAt],
      ],
    );
    deadLettersAdded.inc({ source: 'queue', reason });
    this.log.error({ msg: 'Set a queue entry aside', kind, name, id: entryId, reason, error });
  }

  async list({ limit }: { limit: number }): Promise<{ items: DeadLetter[]; total: number }> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${COLUMNS} FROM dead_letters ORDER BY set_aside_at DESC LIMIT $1`,
      [limit],
    );
    const items = rows.map(({ payload, correlation: _, firstSeenAt, setAsideAt, replayedAt, ...row }) => ({
      ...row,
      preview: previewOf(payload),
      firstSeenAt: firstSeenAt.toISOString(),
      setAsideAt: setAsideAt.toISOString(),
      replayedAt: replayedAt?.toISOString() ?? null,
    }));
    return { items, total: await this.count() };
  }

  /**
   * Publishes a message of the outbox or a job again, or delivers an event to this service again.
   *
   * @throws LuitError `not_found`, `conflict` if its payload is unreadable
   */
  async replay({ id, adminId, reason }: Decision): Promise<void> {
    const row = await this.database.transaction(async (manager) => {
      const found = await this.find(manager, id);
      if (found.payload === null)
        throw new LuitError('conflict', 'This message is unreadable. It can only be discarded.');
      await this.publishAgain(manager, [id]);
      await this.recordAction(manager, {
        adminId,
        action: 'dead_letter_replayed',
        subject: found.name,
        details: { reason, entry: found.entryId },
      });
      return found;
    });
    if (isDelivered(row)) await this.deliver([row]);
  }

  /** Deletes a message. An event counts as handled, so its publisher does not deliver it again. @throws LuitError `not_found` */
  async discard({ id, adminId, reason }: Decision): Promise<void> {
    await this.database.transaction(async (manager) => {
      const row = await this.find(manager, id);
      if (isDelivered(row)) {
        await manager.query(
          `INSERT INTO inbox (event_id) SELECT $1::text::uuid WHERE pg_input_is_valid($1::text, 'uuid') ON CONFLICT DO NOTHING`,
          [row.entryId],
        );
      }
      await manager.query('DELETE FROM dead_letters WHERE id = $1', [id]);
      await this.recordAction(manager, {
        adminId,
        action: 'dead_letter_discarded',
        subject: row.name,
        details: { reason, entry: row.entryId },
      });
    });
  }

  /** One alert while messages wait for a decision. */
  async alertCauses(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ count: number; names: string }[]>(
      `SELECT count(*)::int AS count, string_agg(DISTINCT name, ', ') AS names FROM dead_letters
        WHERE replayed_at IS NULL AND set_aside_at < now() - interval '${ALERT_AFTER}'`,
    );
    if (!found || found.count === 0) return [];
    return [
      {
        kind: 'dead_letters',
        subject: this.service,
        summary: `${found.count} message${found.count === 1 ? '' : 's'} of ${this.service} could not be handled and ${found.count === 1 ? 'was' : 'were'} set aside: ${found.names}.`,
        action: 'Open the page Dead letters. Replay them once their cause is fixed, or discard them.',
        severity: 'critical',
      },
    ];
  }

  /** One round. Safe to run concurrently, in this process and in others. */
  async round(): Promise<void> {
    await this.deleteHandled();
    await this.replayDeclared();
    await this.deliverLost();
    await this.deleteOld();
  }

  /** For a scrape of metrics. While Postgres does not answer, the value of the last one. */
  private async measure(): Promise<number> {
    try {
      this.measured = await within(SCRAPE_TIMEOUT_MS, this.count());
    } catch (error) {
      this.log.warn({ msg: 'Counting dead letters failed', reason: (error as Error).message });
    }
    return this.measured;
  }

  private async count(): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM dead_letters`);
    return row?.count ?? 0;
  }

  private async find(manager: EntityManager, id: string): Promise<Row> {
    const [row] = await manager.query<Row[]>(`SELECT ${COLUMNS} FROM dead_letters WHERE id = $1 FOR UPDATE`, [id]);
    if (!row) throw new LuitError('not_found', 'This message was replayed or discarded.');
    return row;
  }

  /** Rows of the outbox and jobs return to the outbox; events of other services are marked and then delivered. */
  private async publishAgain(manager: EntityManager, ids: string[]): Promise<void> {
    await manager.query(
      `WITH published AS (
         DELETE FROM dead_letters WHERE id = ANY ($1) AND (source = 'outbox' OR kind = 'job') RETURNING *
       )
       INSERT INTO outbox (id, kind, name, payload, options, correlation)
       SELECT CASE WHEN source = 'outbox' THEN entry_id::uuid ELSE uuidv7() END, kind, name, payload, options, correlation
         FROM published ON CONFLICT (id) DO NOTHING`,
      [ids],
    );
    await manager.query(`UPDATE dead_letters SET replayed_at = now() WHERE id = ANY ($1)`, [ids]);
  }

  private async deliver(rows: Pick<Row, 'name' | 'entryId' | 'payload' | 'correlation'>[]): Promise<void> {
    const entries = rows.map(({ name, entryId, payload, correlation }) => ({
      name,
      data: { payload, correlationId: readCorrelation(correlation).correlationId },
      opts: { jobId: entryId },
    }));
    await this.queues.named(eventQueueName(this.service)).addBulk(entries);
  }

  private async deleteHandled(): Promise<void> {
    await this.database.query(
      `DELETE FROM dead_letters d USING inbox i
        WHERE d.replayed_at IS NOT NULL AND d.source = 'queue' AND d.kind = 'event' AND i.event_id::text = d.entry_id`,
    );
  }

  /** An older release set them aside; this one declares them. */
  private async replayDeclared(): Promise<void> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${COLUMNS} FROM dead_letters
        WHERE reason = 'undeclared' AND replayed_at IS NULL AND payload IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
    );
    const declared = rows.filter(({ kind, name }) => (kind === 'job' ? findJob(name) : findEvent(name)) !== undefined);
    if (declared.length === 0) return;
    await this.database.transaction((manager) =>
      this.publishAgain(
        manager,
        declared.map(({ id }) => id),
      ),
    );
    this.log.log({ msg: 'Replaying messages that an older release did not know', count: declared.length });
  }

  /** Adds replayed events to the queue again that are neither handled nor in it. */
  private async deliverLost(): Promise<void> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${COLUMNS} FROM dead_letters WHERE replayed_at IS NOT NULL AND source = 'queue' ORDER BY id LIMIT ${PAGE}`,
    );
    const absent = new Set(
      await this.queues.absent(
        eventQueueName(this.service),
        rows.map(({ entryId }) => entryId),
      ),
    );
    const lost = rows.filter(({ entryId }) => absent.has(entryId));
    if (lost.length > 0) await this.deliver(lost);
  }

  private async deleteOld(): Promise<void> {
    const deleted = await this.database.query<[unknown[], number]>(
      `DELETE FROM dead_letters WHERE set_aside_at < now() - interval '${KEPT.age}'
          OR id IN (SELECT id FROM dead_letters ORDER BY set_aside_at DESC, id DESC OFFSET ${KEPT.rows})`,
    );
    if (deleted[1] > 0) this.log.error({ msg: 'Deleted messages that nobody replayed', count: deleted[1] });
  }
}

/** An event of another service that this one could not handle. */
function isDelivered({ source, kind }: Pick<Row, 'source' | 'kind'>): boolean {
  return source === 'queue' && kind === 'event';
}

/** Postgres stores no NUL character. */
function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\\u0000', '');
}
