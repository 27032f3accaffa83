import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { RunTimes } from '../jobs/run-times';
import { queuePlaces, type QueuePlace } from './queue-positions';
import type { RequestEntity } from './request.entity';

/** What its owner may expect of a request that is not finished. */
export interface QueueEstimate {
  /** Its place among those that wait for the same provider, 1 being next; null once it is there. */
  queuePosition: number | null;
  /** Until the result can be seen; null where nothing was measured yet, or it takes longer than nearly all did. */
  etaSeconds: number | null;
}

export const NO_ESTIMATE: QueueEstimate = { queuePosition: null, etaSeconds: null };

/**
 * How long a job waits and runs, seconds: `run` at the provider, `perPlace` for each one ahead of it there, `perOwn` for
 * each of its owner's that has to end first. Both waits pass at once.
 */
export interface EstimatedTimes {
  run: number;
  perPlace: number;
  perOwn: number;
}

const NEXT: QueuePlace = { position: 1, ownAhead: 0 };

/** Queue places and remaining times, from what the latest jobs of the same plan and provider took. */
@Injectable()
export class QueueEstimates {
  constructor(
    private readonly runTimes: RunTimes,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async of(manager: EntityManager, rows: RequestEntity[]): Promise<Map<string, QueueEstimate>> {
    const places = await queuePlaces(manager, rows, this.config.userConcurrency);
    const estimates = new Map<string, QueueEstimate>();
    for (const row of rows) {
      const place = places.get(row.id);
      const etaSeconds = await this.etaSeconds(manager, row, place);
      estimates.set(row.id, { queuePosition: place?.position ?? null, etaSeconds });
    }
    return estimates;
  }

  async ofOne(manager: EntityManager, row: RequestEntity): Promise<QueueEstimate> {
    return (await this.of(manager, [row])).get(row.id) ?? NO_ESTIMATE;
  }

  /** Null where no job of this plan has succeeded at this provider yet. */
  async expected(manager: EntityManager, planId: string, provider: string): Promise<EstimatedTimes | null> {
    const measured = await this.runTimes.measured(manager, planId, provider);
    if (!measured) return null;
    const { p50: run } = measured;
    // Those ahead are taken to be like it, and as many to run as may: at the provider, and of its owner.
    const perPlace = run / this.config.limitsOf(provider).concurrency;
    return { run, perPlace, perOwn: run / this.config.userConcurrency };
  }

  private async etaSeconds(manager: EntityManager, row: RequestEntity, place = NEXT): Promise<number | null> {
    switch (row.state) {
      case 'pending':
      case 'submitting':
        return waitSeconds(await this.expected(manager, row.planId, row.provider), place);
      case 'running':
      case 'collecting':
        return this.remainingSeconds(manager, row);
      default:
        return null;
    }
  }

  /** By the median while that lies ahead, then by what nine of ten took; beyond it nobody knows. */
  private async remainingSeconds(manager: EntityManager, row: RequestEntity): Promise<number | null> {
    const measured = await this.runTimes.measured(manager, row.planId, row.provider);
    if (!measured || !row.submittedAt) return null;
    const elapsed = (Date.now() - row.submittedAt.getTime()) / 1_000;
    const remaining = [measured.p50, measured.p90].map((total) => total - elapsed).find((seconds) => seconds > 0);
    return remaining === undefined ? null : Math.ceil(remaining);
  }
}

/** The same as `etaSql`. */
function waitSeconds(expected: EstimatedTimes | null, { position, ownAhead }: QueuePlace): number | null {
  if (!expected) return null;
  return Math.ceil(expected.run + Math.max(expected.perPlace * (position - 1), expected.perOwn * ownAhead));
}

/** SQL for the seconds until a request is done; `times` is SQL for its `EstimatedTimes` as JSON, or NULL. */
export function etaSql(times: string, position: string, ownAhead: string): string {
  const [run, perPlace, perOwn] = ['run', 'perPlace', 'perOwn'].map((name) => `(${times} ->> '${name}')::float8`);
  return `ceil(${run} + greatest(${perPlace} * (${position} - 1), ${perOwn} * ${ownAhead}))::int`;
}
