import { LuitError } from '@luit/contracts/errors';
import { isUuid } from '@luit/platform/database/is-uuid';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LockedRequest, writeChanges } from './locked-request';
import { QueueEstimates } from '../estimates/queue-estimates';
import { QueueSignals } from './queue-signals';
import type { RowChange } from './request-changes';
import { RequestEntity } from '../request-rows/request.entity';

@Injectable()
export class RequestLocks {
  constructor(
    private readonly database: DataSource,
    private readonly estimates: QueueEstimates,
    private readonly signals: QueueSignals,
    private readonly pushes: PushPublisher,
  ) {}

  /**
   * Runs `work` on the locked row in one transaction.
   *
   * @throws LuitError `not_found`
   */
  async withRequest<T>(id: string, work: (request: LockedRequest) => Promise<T>): Promise<T> {
    let locked: LockedRequest | undefined;
    const result = await this.database.transaction(async (manager) => {
      locked = await this.lock(manager, id);
      if (!locked) throw requestNotFound();
      return work(locked);
    });
    locked?.runAfterCommit();
    return result;
  }

  /** Locks the row within the caller's transaction. */
  async lock(manager: EntityManager, id: string): Promise<LockedRequest | undefined> {
    return isUuid(id) ? (await this.lockAll(manager, [id])).get(id) : undefined;
  }

  /**
   * Locks the rows that exist, in the order of their ids, so that two batches never wait for each other.
   *
   * @param skipsLocked leaves out rows that another transaction has locked, instead of waiting for it
   */
  async lockAll(manager: EntityManager, ids: string[], skipsLocked = false): Promise<Map<string, LockedRequest>> {
    const query = manager
      .createQueryBuilder(RequestEntity, 'r')
      .addSelect('clock_timestamp()', 'locked_at')
      .where('r.id = ANY(:ids)', { ids })
      .orderBy('r.id')
      .setLock('pessimistic_write');
    if (skipsLocked) query.setOnLocked('skip_locked');
    const { entities, raw } = await query.getRawAndEntities<{ locked_at: Date }>();
    const now = raw.at(-1)?.locked_at;
    if (!now) return new Map();
    const { estimates, signals, pushes } = this;
    return new Map(entities.map((row) => [row.id, new LockedRequest(manager, row, now, estimates, signals, pushes)]));
  }

  /** Writes planned changes of locked rows in one statement, and publishes the changes that owners see. */
  async write(manager: EntityManager, changes: RowChange[]): Promise<void> {
    await writeChanges(manager, this.estimates, changes);
  }
}

export function requestNotFound(): LuitError {
  return new LuitError('not_found', 'Request not found');
}
