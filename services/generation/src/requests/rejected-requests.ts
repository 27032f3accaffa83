import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';

/** The newest rejected requests of an account are kept, to answer calls that still wait for them. */
const KEPT_PER_ACCOUNT = 20;
const BATCH = 1_000;

/** No credits are held, so no invariant needs the row anymore. */
const SETTLED_SQL = `state = 'rejected' AND money_state = 'returned'
  AND NOT EXISTS (SELECT FROM job_events e WHERE e.request_id = r.id)
  AND NOT EXISTS (SELECT FROM provider_events e WHERE e.request_id = r.id)`;

/** Bounds the number of rejected rows: a refusal is free, so anyone can cause as many as the rate limit allows. */
@Injectable()
export class RejectedRequests {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Deletes the oldest rejected requests beyond the limit per account. */
  async trim(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `DELETE FROM requests WHERE id IN (SELECT id FROM requests r WHERE user_id = $1 AND ${SETTLED_SQL}
         ORDER BY id DESC OFFSET ${KEPT_PER_ACCOUNT} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [userId],
    );
  }

  /** Deletes a batch of requests older than the retention. */
  async deleteOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM requests WHERE id IN (SELECT id FROM requests r
         WHERE completed_at < now() - $1 * interval '1 millisecond' AND ${SETTLED_SQL}
         ORDER BY completed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [this.config.limits.rejectedRetentionMs],
    );
  }
}
