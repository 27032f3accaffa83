import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';

/** So many rejected requests of one account are kept; the newest answer whoever still waits for theirs. */
const KEPT_PER_ACCOUNT = 20;
const DELETED_AT_ONCE = 1_000;

/** Nothing was held for them, or it was returned: billing's answer is in, so no invariant needs the row any more. */
const SETTLED = `state = 'rejected' AND money_state = 'returned'
  AND NOT EXISTS (SELECT FROM job_events e WHERE e.request_id = r.id)
  AND NOT EXISTS (SELECT FROM provider_events e WHERE e.request_id = r.id)`;

/** Bounds what refused requests leave behind: a refusal is free, so anybody can make as many as the rate limit allows. */
@Injectable()
export class RejectedRequests {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Deletes what an account has too many of. */
  async trim(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `DELETE FROM requests WHERE id IN (SELECT id FROM requests r WHERE user_id = $1 AND ${SETTLED}
         ORDER BY id DESC OFFSET ${KEPT_PER_ACCOUNT} LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
      [userId],
    );
  }

  /** Deletes those that are older than the retention, a batch at a time. */
  async deleteOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM requests WHERE id IN (SELECT id FROM requests r
         WHERE completed_at < now() - $1 * interval '1 millisecond' AND ${SETTLED}
         ORDER BY completed_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
      [this.config.limits.rejectedRetentionMs],
    );
  }
}
