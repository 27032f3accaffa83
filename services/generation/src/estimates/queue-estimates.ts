import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ServiceStatusService } from '../service-status/service-status.service';
import { RunTimes } from './run-times';
import { queuePositions, type QueuePosition } from './queue-positions';
import type { RequestEntity } from '../request-state/request.entity';

/** The estimate that the owner of an unfinished request sees. */
export interface QueueEstimate {
  /** Position among the jobs that wait for the same provider, 1 being next, at most LAST_QUEUE_POSITION; null once it is submitted. */
  queuePosition: number | null;
  /** Seconds until the result; null before anything was measured, while jobs are paused, at the last position, or once the job takes longer than most. */
  etaSeconds: number | null;
}

export const NO_ESTIMATE: QueueEstimate = { queuePosition: null, etaSeconds: null };

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
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async of(manager: EntityManager, rows: RequestEntity[]): Promise<Map<string, QueueEstimate>> {
    const positions = await queuePositions(manager, rows, this.config.userConcurrency);
    const estimates = new Map<string, QueueEstimate>();
    for (const row of rows) {
      const queued = positions.get(row.id);
      const etaSeconds = await this.etaSeconds(manager, row, queued);
      estimates.set(row.id, { queuePosition: queued?.position ?? null, etaSeconds });
    }
    return estimates;
  }

  async ofOne(manager: EntityManager, row: RequestEntity): Promise<QueueEstimate> {
    return (await this.of(manager, [row])).get(row.id) ?? NO_ESTIMATE;
  }

  /** Null while jobs are paused, and if no job of this plan has succeeded at this provider yet. */
  async estimatedTimes(manager: EntityManager, planId: string, provider: string): Promise<EstimatedTimes | null> {
    const { isWaitUnknown } = await this.status.getPublic(manager);
    const measured = isWaitUnknown ? null : await this.runTimes.measured(manager, planId, provider);
    if (!measured) return null;
    const { p50: run } = measured;
    // Assumes that the jobs ahead are alike and that all slots of the provider and of the user are in use.
    const perPosition = run / this.config.limitsOf(provider).concurrency;
    return { run, perPosition, perOwn: run / this.config.userConcurrency };
  }

  private async etaSeconds(manager: EntityManager, row: RequestEntity, queued = NEXT): Promise<number | null> {
    switch (row.state) {
      case 'pending':
      case 'submitting':
        return waitSeconds(await this.estimatedTimes(manager, row.planId, row.provider), queued);
      case 'running':
      case 'collecting':
        return this.remainingSeconds(manager, row);
      default:
        return null;
    }
  }

  /** Based on the median until that has passed, then on the 90th percentile; unknown beyond it. */
  private async remainingSeconds(manager: EntityManager, row: RequestEntity): Promise<number | null> {
    const measured = await this.runTimes.measured(manager, row.planId, row.provider);
    if (!measured || !row.submittedAt) return null;
    const elapsed = (Date.now() - row.submittedAt.getTime()) / 1_000;
    const remaining = [measured.p50, measured.p90].map((total) => total - elapsed).find((seconds) => seconds > 0);
    return remaining === undefined ? null : Math.ceil(remaining);
  }
}

/** Seconds until a request that waits is done; null if they are not known. */
export function waitSeconds(times: EstimatedTimes | null, { position, ownAhead }: QueuePosition): number | null {
  if (!times || position >= LAST_QUEUE_POSITION) return null;
  return Math.ceil(times.run + Math.max(times.perPosition * (position - 1), times.perOwn * ownAhead));
}
