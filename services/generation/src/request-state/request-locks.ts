import { LuitError } from '@luit/contracts/errors';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LockedRequest } from './locked-request';
import { QueueEstimates } from '../dispatch/queue-estimates';
import { RequestEntity } from './request.entity';

@Injectable()
export class RequestLocks {
  constructor(
    private readonly database: DataSource,
    private readonly estimates: QueueEstimates,
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
    if (!isUuid(id)) return undefined;
    const { entities, raw } = await manager
      .createQueryBuilder(RequestEntity, 'r')
      .addSelect('clock_timestamp()', 'locked_at')
      .where('r.id = :id', { id })
      .setLock('pessimistic_write')
      .getRawAndEntities<{ locked_at: Date }>();
    const [row] = entities;
    return row && raw[0] ? new LockedRequest(manager, row, raw[0].locked_at, this.estimates) : undefined;
  }
}

export function requestNotFound(): LuitError {
  return new LuitError('not_found', 'There is no such request');
}
