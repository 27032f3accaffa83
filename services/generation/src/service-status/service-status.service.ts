import { LuitError } from '@luit/contracts/errors';
import { submitJob } from '@luit/contracts/generation/submissions';
import { operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import {
  INVALID_BANNER_END,
  MAX_BANNER_DAYS,
  PAUSED_RETRY_SECONDS,
  type PublicStatus,
  type ServiceStatus,
} from '@luit/contracts/operations/service-status';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { OnCall } from '@luit/platform/calls/on-call';
import type { RequestOf } from '@luit/contracts/messages/message';

/** Upper bound on how long a replica accepts jobs after another one paused them. */
const CACHE_MS = 1_000;
const DAY_MS = 86_400_000;

const PAUSED = 'New jobs are paused right now. Jobs in progress continue. Please try again later.';

type Restriction = 'banner' | 'new_jobs_paused';

/** The restrictions that operators put on the service: a banner for creators, and a pause of new jobs. */
@Injectable()
export class ServiceStatusService {
  private cached?: { readAt: number; status: PublicStatus };
  private changes = 0;

  constructor(private readonly database: DataSource) {}

  /** At most a second old. */
  @OnCall(operationsCalls.getPublicStatus)
  getPublic(): Promise<PublicStatus> {
    return this.readPublic(this.database.manager);
  }

  /** @param manager of the caller's transaction, which must not wait for a second connection */
  async readPublic(manager: EntityManager): Promise<PublicStatus> {
    const { cached, changes } = this;
    const readAt = performance.now();
    if (cached && readAt - cached.readAt <= CACHE_MS) return cached.status;
    const [status] = (await manager.query(PUBLIC_SQL, [submitJob.name])) as [PublicStatus];
    // Otherwise it may have been read before the change.
    if (changes === this.changes) this.cached = { readAt, status };
    return status;
  }

  /** @throws LuitError `generation_paused` */
  async assertNewJobsAccepted(): Promise<void> {
    const { newJobsPaused } = await this.getPublic();
    if (newJobsPaused) throw new LuitError('generation_paused', PAUSED, { retryAfterSeconds: PAUSED_RETRY_SECONDS });
  }

  @OnCall(operationsCalls.getServiceStatus)
  async get(): Promise<ServiceStatus> {
    const [row] = (await this.database.query(STATUS_SQL)) as [ServiceStatus];
    return row;
  }

  /** @throws LuitError `validation_failed` */
  @OnCall(operationsCalls.setBanner)
  async setBanner(banner: RequestOf<typeof operationsCalls.setBanner>): Promise<ServiceStatus> {
    const { adminId, text, until, reason } = banner;
    const end = Date.parse(until);
    if (end <= Date.now() || end > Date.now() + MAX_BANNER_DAYS * DAY_MS) {
      throw new LuitError('validation_failed', INVALID_BANNER_END, { details: { until: INVALID_BANNER_END } });
    }
    await this.database.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO service_restrictions (kind, text, until, reason, admin_id) VALUES ('banner', $1, $2, $3, $4)
         ON CONFLICT (kind) DO UPDATE SET text = $1, until = $2, reason = $3, admin_id = $4, since = now()`,
        [text, until, reason, adminId],
      );
      const details = { text, until: new Date(end).toISOString(), reason };
      const event = { id: uuidv7(), adminId, action: 'banner_set', subject: null, details } as const;
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
    return this.changed();
  }

  @OnCall(operationsCalls.removeBanner)
  removeBanner({ adminId }: RequestOf<typeof operationsCalls.removeBanner>): Promise<ServiceStatus> {
    return this.remove('banner', adminId, 'banner_removed');
  }

  @OnCall(operationsCalls.setNewJobsPaused)
  async setNewJobsPaused(change: RequestOf<typeof operationsCalls.setNewJobsPaused>): Promise<ServiceStatus> {
    const { adminId, isPaused, reason = '' } = change;
    if (!isPaused) return this.remove('new_jobs_paused', adminId, 'new_jobs_resumed', reason);
    await this.database.transaction(async (manager) => {
      const added = await manager.query<unknown[]>(
        `INSERT INTO service_restrictions (kind, reason, admin_id) VALUES ('new_jobs_paused', $1, $2)
         ON CONFLICT DO NOTHING RETURNING kind`,
        [reason, adminId],
      );
      if (added.length === 0) return;
      const event = { id: uuidv7(), adminId, action: 'new_jobs_paused', subject: null, details: { reason } } as const;
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
    return this.changed();
  }

  private async remove(
    kind: Restriction,
    adminId: string,
    action: 'banner_removed' | 'new_jobs_resumed',
    reason = '',
  ): Promise<ServiceStatus> {
    await this.database.transaction(async (manager) => {
      const [removed] = await manager.query<[unknown[], number]>(
        `DELETE FROM service_restrictions WHERE kind = $1 RETURNING kind`,
        [kind],
      );
      if (removed.length === 0) return;
      const details: Record<string, string> = reason ? { reason } : {};
      const event = { id: uuidv7(), adminId, action, subject: null, details };
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
    return this.changed();
  }

  private changed(): Promise<ServiceStatus> {
    this.cached = undefined;
    this.changes += 1;
    return this.get();
  }
}

/** In JSON, times have no fixed number of decimals. */
const json = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const PUBLIC_SQL = `
  SELECT *, "newJobsPaused" OR EXISTS (SELECT FROM paused_queues WHERE name = $1) AS "isWaitUnknown" FROM (
    SELECT (SELECT jsonb_build_object('text', text, 'until', ${json('until')})
              FROM service_restrictions WHERE kind = 'banner' AND until > now()) AS banner,
           EXISTS (SELECT FROM service_restrictions WHERE kind = 'new_jobs_paused') AS "newJobsPaused") AS status`;

const SET_BY = `'reason', reason, 'adminId', admin_id, 'since', ${json('since')}`;

const STATUS_SQL = `
  SELECT (SELECT jsonb_build_object('text', text, 'until', ${json('until')}, ${SET_BY})
            FROM service_restrictions WHERE kind = 'banner' AND until > now()) AS banner,
         (SELECT jsonb_build_object(${SET_BY}) FROM service_restrictions WHERE kind = 'new_jobs_paused') AS pause`;
