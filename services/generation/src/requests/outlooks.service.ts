import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { RunTimes } from '../jobs/run-times.service';
import { queuePositions } from './queue-positions';
import type { RequestRow } from './request.entity';

/** What its owner may expect of a request that is not finished. */
export interface Outlook {
  /** Its place among those that wait for the same provider, 1 being next; null once it is there. */
  queuePosition: number | null;
  /** Until the result can be seen; null where nothing was measured yet, or it takes longer than nearly all did. */
  etaSeconds: number | null;
}

export const NO_OUTLOOK: Outlook = { queuePosition: null, etaSeconds: null };

/** How long a job waits and runs, seconds: `run` at the provider, and `perPlace` for each one ahead of it. */
export interface ExpectedTimes {
  run: number;
  perPlace: number;
}

/** Queue places and remaining times, from what the latest jobs of the same plan and provider took. */
@Injectable()
export class Outlooks {
  constructor(
    private readonly runTimes: RunTimes,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async of(manager: EntityManager, rows: RequestRow[]): Promise<Map<string, Outlook>> {
    const positions = await queuePositions(manager, rows);
    const outlooks = new Map<string, Outlook>();
    for (const row of rows) {
      const queuePosition = positions.get(row.id) ?? null;
      outlooks.set(row.id, { queuePosition, etaSeconds: await this.etaSeconds(manager, row, queuePosition) });
    }
    return outlooks;
  }

  async ofOne(manager: EntityManager, row: RequestRow): Promise<Outlook> {
    return (await this.of(manager, [row])).get(row.id) ?? NO_OUTLOOK;
  }

  /** Null where no job of this plan has succeeded at this provider yet. */
  async expected(manager: EntityManager, planId: string, provider: string): Promise<ExpectedTimes | null> {
    const measured = await this.runTimes.measured(manager, planId, provider);
    // Those ahead are taken to be like it, and the provider to work at as many as it may.
    return measured && { run: measured.p50, perPlace: measured.p50 / this.config.limitsOf(provider).concurrency };
  }

  private async etaSeconds(manager: EntityManager, row: RequestRow, position: number | null): Promise<number | null> {
    switch (row.state) {
      case 'pending':
      case 'submitting':
        return waitSeconds(await this.expected(manager, row.planId, row.provider), position ?? 1);
      case 'running':
      case 'collecting':
        return this.remainingSeconds(manager, row);
      default:
        return null;
    }
  }

  /** By the median while that lies ahead, then by what nine of ten took; beyond it nobody knows. */
  private async remainingSeconds(manager: EntityManager, row: RequestRow): Promise<number | null> {
    const measured = await this.runTimes.measured(manager, row.planId, row.provider);
    if (!measured || !row.submittedAt) return null;
    const elapsed = (Date.now() - row.submittedAt.getTime()) / 1_000;
    const remaining = [measured.p50, measured.p90].map((total) => total - elapsed).find((seconds) => seconds > 0);
    return remaining === undefined ? null : Math.ceil(remaining);
  }
}

/** The same as `ETA_SQL`. */
function waitSeconds(expected: ExpectedTimes | null, position: number): number | null {
  return expected && Math.ceil(expected.run + expected.perPlace * (position - 1));
}

/** SQL for the seconds until a request at `position` is done; `run` and `perPlace` are SQL of `ExpectedTimes`, or NULL. */
export function etaSql(run: string, perPlace: string, position: string): string {
  return `ceil(${run} + ${perPlace} * (${position} - 1))::int`;
}
