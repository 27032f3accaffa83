import { LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { writeEvent } from '@luit/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import type { QueueEstimates } from '../dispatch/queue-estimates';
import { staleLeases } from './request-metrics';
import { toRecord } from './request-record';
import { mayBecome } from './request-states';
import { RequestEntity } from './request.entity';

type Changes = Partial<Omit<RequestEntity, 'id' | 'sequence' | 'updatedAt'>>;

interface ChangeOptions {
  /** Publishes no event and leaves `sequence` unchanged. */
  isSilent?: boolean;
  /** Shown to operators in the timeline. */
  details?: Record<string, unknown>;
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
   * Writes a change with its timeline entry, and publishes it to the owner.
   *
   * @throws Error if the transition table does not allow the change, which is a bug
   */
  async change(what: string, changes: Changes, options: ChangeOptions = {}): Promise<void> {
    const from = this.row;
    if (changes.state && !mayBecome(from.state, changes.state)) {
      throw new Error(`${from.state} cannot become ${changes.state} (${what})`);
    }
    await this.write({ ...changes, sequence: from.sequence + (options.isSilent ? 0 : 1) });
    await this.note(what, options.details);
    if (!options.isSilent) await this.publish();
  }

  /** Writes internal columns without a timeline entry or an event. */
  async write(changes: Partial<Omit<RequestEntity, 'id'>>): Promise<void> {
    const from = this.row;
    const values = { ...changes, updatedAt: this.now };
    const { affected } = await this.manager
      .createQueryBuilder()
      .update(RequestEntity)
      .set(values as QueryDeepPartialEntity<RequestEntity>)
      .where('id = :id AND state = :state AND lease = :lease', { id: from.id, state: from.state, lease: from.lease })
      .execute();
    if (affected !== 1) throw new Error(`Request ${from.id} changed although it was locked`);
    this.row = Object.assign(new RequestEntity(), from, values);
  }

  async note(what: string, details?: Record<string, unknown>): Promise<void> {
    await this.manager.query(
      `INSERT INTO job_events (request_id, what, state, lease, worker_id, details) VALUES ($1, $2, $3, $4, $5, $6)`,
      [this.row.id, what, this.row.state, this.row.lease, this.row.workerId, details ? JSON.stringify(details) : null],
    );
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

  private async publish(): Promise<void> {
    await writeEvent(this.manager, generationEvents.requestUpdated, { request: await this.record() });
  }
}

export function staleLease(): LuitError {
  staleLeases.inc();
  return new LuitError('stale_lease', 'Another worker has taken this job over');
}
