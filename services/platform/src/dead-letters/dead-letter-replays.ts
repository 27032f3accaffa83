import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf, StoringService } from '@luit/contracts/messages/message';
import { findEvent, findJob } from '@luit/contracts/registry/registry';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { OnCall } from '../calls/on-call';
import { eventQueueName, type Queues } from '../queues/queues';
import { type DuePoller, dueWhile } from '../scheduling/due-poller';
import { readCorrelation } from '../tracing/correlation';
import { DEAD_LETTER_COLUMNS, type DeadLetterRow } from './dead-letter-rows';

const WITHIN_MS = 5_000;
/** Between two rounds while there are dead letters. */
const INTERVAL_MS = 20_000;
const PAGE = 500;
/** Bounds of the table. */
const KEPT = { age: '30 days', rows: 10_000 };

type Decision = RequestOf<typeof deadLetterCalls.auth.replay>;

/** Writes an operator's action to the audit log, or an event for it, in the transaction of the action. */
export type RecordOperatorAction = (manager: EntityManager, action: Omit<OperatorAction, 'id'>) => Promise<void>;

/** Replays and discards the dead letters of a service, and bounds their number. */
export class DeadLetterReplays implements OnApplicationBootstrap {
  private readonly log = new Logger(DeadLetterReplays.name);

  constructor(
    private readonly service: StoringService,
    private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly poller: Pick<DuePoller, 'add'>,
    private readonly recordAction: RecordOperatorAction,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.add({
      name: 'dead-letters',
      dueInMs: dueWhile('EXISTS (SELECT FROM dead_letters)'),
      withinMs: WITHIN_MS,
      repeatMs: INTERVAL_MS,
      work: () => this.round(),
    });
  }

  /**
   * Publishes a message of the outbox or a job again, or delivers an event to this service again.
   *
   * @throws LuitError `not_found`, `conflict` if its payload is unreadable
   */
  @OnCall(...Object.values(deadLetterCalls).map(({ replay }) => replay))
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
  @OnCall(...Object.values(deadLetterCalls).map(({ discard }) => discard))
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

  /** One round. Safe to run concurrently, in this process and in others. */
  async round(): Promise<void> {
    await this.deleteHandled();
    await this.replayDeclared();
    await this.deliverLost();
    await this.deleteOld();
  }

  private async find(manager: EntityManager, id: string): Promise<DeadLetterRow> {
    const [row] = await manager.query<DeadLetterRow[]>(
      `SELECT ${DEAD_LETTER_COLUMNS} FROM dead_letters WHERE id = $1 FOR UPDATE`,
      [id],
    );
    if (!row) throw new LuitError('not_found', 'This message has already been replayed or discarded.');
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

  private async deliver(rows: Pick<DeadLetterRow, 'name' | 'entryId' | 'payload' | 'correlation'>[]): Promise<void> {
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
    const rows = await this.database.query<DeadLetterRow[]>(
      `SELECT ${DEAD_LETTER_COLUMNS} FROM dead_letters
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

  /** Adds replayed events to the queue again if they are neither handled nor queued. */
  private async deliverLost(): Promise<void> {
    const rows = await this.database.query<DeadLetterRow[]>(
      `SELECT ${DEAD_LETTER_COLUMNS} FROM dead_letters WHERE replayed_at IS NOT NULL AND source = 'queue' ORDER BY id LIMIT ${PAGE}`,
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
function isDelivered({ source, kind }: Pick<DeadLetterRow, 'source' | 'kind'>): boolean {
  return source === 'queue' && kind === 'event';
}
