import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServiceStatusService } from '../service-status/service-status.service';
import { ProviderInstances } from '../provider-instances/provider-instances';
import { TrafficSettingsService } from '../traffic/traffic-settings.service';
import { RunTimes } from './run-times';
import type { RequestEntity } from '../request-rows/request.entity';
import { AT_PROVIDER, PROGRESS, statesSql } from '../request-rows/request-states';

/** Further jobs of the same user are not counted, which bounds the cost of the query. */
const MAX_OWN_AHEAD = 1_000;

/** SQL for the position of request `r` in its provider's queue, 1 being next and LAST_QUEUE_POSITION the last one. */
export const POSITION_SQL = `
  (SELECT count(*)::int + 1 FROM (
     SELECT 1 FROM requests ahead
      WHERE ahead.state = 'pending' AND ahead.provider = r.provider AND (ahead.priority, ahead.id) < (r.priority, r.id)
      LIMIT ${LAST_QUEUE_POSITION - 1}) AS others)`;

/**
 * SQL for how many jobs of the same user, at any provider, have to finish before request `r` can start; 0 if the user has a
 * free slot. `userConcurrency` is SQL.
 */
export function ownAheadSql(userConcurrency: string): string {
  return `
  (SELECT greatest(0, count(*) + 1 - ${userConcurrency})::int FROM (
     SELECT 1 FROM requests own
      WHERE own.user_id = r.user_id AND own.id <> r.id
        AND (own.state IN (${statesSql(AT_PROVIDER)})
             OR own.state = 'pending' AND (own.priority, own.id) < (r.priority, r.id))
      LIMIT ${MAX_OWN_AHEAD}) AS mine)`;
}

export interface QueuePosition {
  /** In the provider's queue. */
  position: number;
  /** Jobs of the same user that have to finish first. */
  ownAhead: number;
}

/** Positions of the pending requests among `rows`. */
export async function queuePositions(
  manager: EntityManager,
  rows: RequestEntity[],
  userConcurrency: number,
): Promise<Map<string, QueuePosition>> {
  const waiting = rows.filter((row) => row.state === 'pending').map((row) => row.id);
  if (waiting.length === 0) return new Map();
  const positions: ({ id: string } & QueuePosition)[] = await manager.query(
    `SELECT r.id, ${POSITION_SQL} AS position, ${ownAheadSql('$2::int')} AS "ownAhead" FROM requests r WHERE r.id = ANY($1)`,
    [waiting, userConcurrency],
  );
  return new Map(positions.map(({ id, ...position }) => [id, position]));
}

/** The estimate that the owner of an unfinished request sees. */
export interface QueueEstimate {
  /** Position among the jobs that wait for the same provider, 1 being next, at most LAST_QUEUE_POSITION; null once it is submitted. */
  queuePosition: number | null;
  /** Seconds until the result; null before anything was measured, while jobs are paused, at the last position, or once the job takes longer than half of them. */
  etaSeconds: number | null;
  /** It has been at the provider for longer than nine of ten jobs. */
  isLongerThanUsual: boolean;
}

export const NO_ESTIMATE: QueueEstimate = { queuePosition: null, etaSeconds: null, isLongerThanUsual: false };

/**
 * Times in seconds: `run` at the provider, `perPosition` for each job ahead in its queue, `perOwn` for each job of the same
 * user that has to finish first. Both waits run in parallel.
 */
export interface EstimatedTimes {
  run: number;
  perPosition: number;
  perOwn: number;
}

const NEXT: QueuePosition = { position: 1, ownAhead: 0 };

/** Queue positions and remaining times, estimated from the latest jobs of the same plan and provider. */
@Injectable()
export class QueueEstimates {
  constructor(
    private readonly runTimes: RunTimes,
    private readonly status: ServiceStatusService,
    private readonly instances: ProviderInstances,
    private readonly traffic: TrafficSettingsService,
  ) {}

  async of(manager: EntityManager, rows: RequestEntity[]): Promise<Map<string, QueueEstimate>> {
    const positions = await queuePositions(manager, rows, await this.traffic.tasksPerUser(manager));
    const estimates = new Map<string, QueueEstimate>();
    for (const row of rows) {
      const queued = positions.get(row.id);
      estimates.set(row.id, { ...(await this.ofRow(manager, row, queued)), queuePosition: queued?.position ?? null });
    }
    return estimates;
  }

  async ofOne(manager: EntityManager, row: RequestEntity): Promise<QueueEstimate> {
    return (await this.of(manager, [row])).get(row.id) ?? NO_ESTIMATE;
  }

  /** Null while jobs are paused, and if no job of this plan has succeeded at this provider yet. */
  async estimatedTimes(manager: EntityManager, planId: string, provider: string): Promise<EstimatedTimes | null> {
    const { isWaitUnknown } = await this.status.readPublic(manager);
    const measured = isWaitUnknown ? null : await this.runTimes.measured(manager, planId, provider);
    if (!measured) return null;
    const { p50: run } = measured;
    // Assumes that the jobs ahead are alike and that all slots of the provider and of the user are in use.
    const { concurrency } = await this.instances.limitsOf(provider, manager);
    const perPosition = run / concurrency;
    return { run, perPosition, perOwn: run / (await this.traffic.tasksPerUser(manager)) };
  }

  private async ofRow(manager: EntityManager, row: RequestEntity, queued = NEXT): Promise<QueueEstimate> {
    switch (row.state) {
      case 'pending':
      case 'submitting': {
        const times = await this.estimatedTimes(manager, row.planId, row.provider);
        return { ...NO_ESTIMATE, etaSeconds: waitSeconds(times, queued) };
      }
      case 'running':
        return this.ofRunning(manager, row);
      default:
        // A job in `collecting` is copying its output, which takes seconds, independent of the median.
        return NO_ESTIMATE;
    }
  }

  /**
   * The time left by the progress that the provider reports, so that both say the same, else until the median. A job that takes
   * longer has no estimate, because any other one would be higher.
   */
  private async ofRunning(manager: EntityManager, row: RequestEntity): Promise<QueueEstimate> {
    const measured = await this.runTimes.measured(manager, row.planId, row.provider);
    if (!measured || !row.submittedAt) return NO_ESTIMATE;
    const elapsed = (Date.now() - row.submittedAt.getTime()) / 1_000;
    const left = (secondsByProgress(row) ?? measured.p50) - elapsed;
    return {
      ...NO_ESTIMATE,
      etaSeconds: left > 0 ? Math.ceil(left) : null,
      isLongerThanUsual: elapsed > measured.p90,
    };
  }
}

/** The run time that the reported progress implies, seconds; null if the provider reported none, and for a job of two models. */
function secondsByProgress({ progress, progressSentAt, submittedAt, colorModel }: RequestEntity): number | null {
  const done = (progress - PROGRESS.running) / (PROGRESS.ceiling - PROGRESS.running);
  if (done <= 0 || !progressSentAt || !submittedAt || colorModel !== null) return null;
  return (progressSentAt.getTime() - submittedAt.getTime()) / 1_000 / done;
}

/** Seconds until a request that waits is done; null if they are not known. */
export function waitSeconds(times: EstimatedTimes | null, { position, ownAhead }: QueuePosition): number | null {
  if (!times || position >= LAST_QUEUE_POSITION) return null;
  return Math.ceil(times.run + Math.max(times.perPosition * (position - 1), times.perOwn * ownAhead));
}
