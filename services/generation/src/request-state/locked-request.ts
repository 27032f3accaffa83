import { LuitError } from '@luit/contracts/errors';
import { generationEvents, generationPushes } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { type OutboxEvent, outboxEvent } from '@luit/platform/events/outbox';
import type { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { correlation } from '@luit/platform/tracing/correlation';
import type { EntityManager } from 'typeorm';
import { NO_ESTIMATE, type QueueEstimates } from '../estimates/queue-estimates';
import type { QueueSignals } from './queue-signals';
import { logJobChange } from './job-log';
import { type RowChange, updateRows } from './request-changes';
import { staleLeases } from './request-metrics';
import { changeOf, toRecord } from './request-record';
import { holdsSlot, isFinal, jobStatusOf, mayBecome } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';

type Changes = Partial<Omit<RequestEntity, 'id' | 'sequence' | 'updatedAt'>>;

interface ChangeOptions {
  /** Publishes no event and leaves `sequence` unchanged. */
  isSilent?: boolean;
  /** Shown to operators in the timeline. */
  details?: Record<string, unknown>;
  /** Further events of the same transaction. */
  events?: OutboxEvent[];
}

/** A request's row, locked until its transaction ends. All job changes go through this class. */
export class LockedRequest {
  private readonly afterCommitCallbacks: (() => void)[] = [];

  /** @param now database time, the clock of leases and deadlines */
  constructor(
    readonly manager: EntityManager,
    public row: RequestEntity,
    readonly now: Date,
    private readonly estimates: QueueEstimates,
    readonly signals: QueueSignals,
    private readonly pushes: PushPublisher,
  ) {}

  /** `now` plus that many milliseconds. */
  in(milliseconds: number): Date {
    return new Date(this.now.getTime() + milliseconds);
  }

  /** Milliseconds until then; 0 if it has passed or is null. */
  until(moment: Date | null): number {
    return Math.max(0, (moment?.getTime() ?? 0) - this.now.getTime());
  }

  hasPassed(moment: Date | null): boolean {
    return moment !== null && moment.getTime() <= this.now.getTime();
  }

  isLeased(): boolean {
    return this.until(this.row.leaseExpiresAt) > 0;
  }

  /** @throws LuitError `stale_lease` if a newer claim exists */
  requireLease(lease: number): void {
    if (this.row.lease !== lease) throw staleLease();
  }

  /**
   * Writes a change with its timeline entry, and publishes it to the owner directly after the commit: a final state also through
   * the outbox, because nothing follows that would make up for a lost push.
   *
   * @throws Error if the transition table does not allow the change, which is a bug
   */
  async change(what: string, changes: Changes, options: ChangeOptions = {}): Promise<void> {
    await writeChanges(this.manager, this.estimates, [this.plan(what, changes, options)]);
  }

  /** Writes internal columns without a timeline entry or an event. */
  async write(changes: Changes): Promise<void> {
    await writeChanges(this.manager, this.estimates, [this.planWrite(changes)]);
  }

  /** The row that `change` would write, for a batch of requests: `RequestLocks.write` writes it. */
  plan(what: string, changes: Changes, { isSilent = false, details, events }: ChangeOptions = {}): RowChange {
    const { state, sequence } = this.row;
    if (changes.state && !mayBecome(state, changes.state)) {
      throw new Error(`${state} cannot become ${changes.state} (${what})`);
    }
    // A job that returns to `pending` waits for its next dispatch.
    const dispatch = changes.state === 'pending' ? { dispatchedAt: null, nextAttemptAt: null } : {};
    const values = { ...dispatch, ...changes, ...(!isSilent && { sequence: sequence + 1 }) };
    const cause = correlation();
    const publishAfterCommit = (request: RequestRecord) =>
      this.afterCommit(() => this.pushes.publish(generationPushes.requestUpdated, { request }, cause));
    const published = { isPublished: !isSilent, publishAfterCommit, events, correlation: cause };
    const change = { ...this.apply(values), note: { what, details }, ...published };
    this.signalQueue(change);
    this.logAfterCommit(what, { ...details, correlation: cause });
    return change;
  }

  /** The same for `write`. */
  planWrite(changes: Changes): RowChange {
    return { ...this.apply(changes), isPublished: false, correlation: null };
  }

  async note(what: string, details?: Record<string, unknown>): Promise<void> {
    await this.manager.query(
      `INSERT INTO job_events (request_id, what, state, lease, worker_id, details) VALUES ($1, $2, $3, $4, $5, $6)`,
      [this.row.id, what, this.row.state, this.row.lease, this.row.workerId, details ? JSON.stringify(details) : null],
    );
    this.logAfterCommit(what, details);
  }

  /** Runs after the transaction commits. A crash may lose it, so the reconciler has to make up for it. */
  afterCommit(callback: () => void): void {
    this.afterCommitCallbacks.push(callback);
  }

  runAfterCommit(): void {
    for (const callback of this.afterCommitCallbacks) callback();
  }

  /** The record that its owner sees. */
  async record(): Promise<RequestRecord> {
    return toRecord(this.row, await this.estimates.ofOne(this.manager, this.row));
  }

  private logAfterCommit(what: string, details?: Record<string, unknown>): void {
    const { row } = this;
    this.afterCommit(() => logJobChange(row, what, { ...details, message: undefined }));
  }

  private signalQueue({ from, row }: RowChange): void {
    if (row.state === 'pending') this.afterCommit(() => this.signals.jobWaiting());
    else if (holdsSlot(from) && !holdsSlot(row)) this.afterCommit(() => this.signals.slotReleased());
  }

  private apply(changes: Partial<RequestEntity>): Pick<RowChange, 'from' | 'values' | 'row'> {
    const from = this.row;
    const values = { ...changes, updatedAt: this.now };
    this.row = Object.assign(new RequestEntity(), from, values);
    return { from, values, row: this.row };
  }
}

/** Writes the changes of locked rows in one statement, and publishes the changes that owners see. */
export async function writeChanges(
  manager: EntityManager,
  estimates: QueueEstimates,
  changes: RowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const published = changes.filter(({ isPublished }) => isPublished);
  const updates = published
    .filter(({ row }) => isFinal(row.state))
    .map(({ row, correlation: cause }) =>
      outboxEvent(generationPushes.requestUpdated, { request: toRecord(row, NO_ESTIMATE) }, cause),
    );
  const news = published
    .filter(({ row, from }) => row.hasWebhooks && isNews(from, row))
    .map(({ row, correlation: cause }) => outboxEvent(generationEvents.requestChanged, changeOf(row), cause));
  await updateRows(manager, changes, [...updates, ...news, ...changes.flatMap(({ events = [] }) => events)]);
  const unfinished = published.flatMap(({ row }) => (isFinal(row.state) ? [] : [row]));
  const estimated = await estimates.of(manager, unfinished);
  for (const { row, publishAfterCommit } of published) {
    publishAfterCommit?.(toRecord(row, estimated.get(row.id) ?? NO_ESTIMATE));
  }
}

/** False for changes that webhooks do not report: a job that returns to its queue. */
function isNews(from: RequestEntity, row: RequestEntity): boolean {
  const status = jobStatusOf(row.state);
  return status !== 'pending' && status !== jobStatusOf(from.state);
}

export function staleLease(): LuitError {
  staleLeases.inc();
  return new LuitError('stale_lease', 'Another worker has claimed this job');
}
