import { submitJob } from '@luit/contracts/generation/submissions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProviderInstances } from '../provider-instances/provider-instances';
import { HEALTH_SQL, type HealthRow, ProviderHealthService } from '../providers/provider-health.service';
import { ProviderSelectionService, type Selection } from '../providers/provider-selection.service';
import { TrafficSettingsService } from '../traffic/traffic-settings.service';

/** Waiting jobs of one provider and one model. */
interface Lane {
  provider: string;
  model: string;
}

/** A provider that may start jobs, and the lanes that it takes them from. Parameter of the SQL function `dispatch_jobs`. */
export interface Target {
  provider: string;
  slots: number;
  submitsPerMinute: number;
  /** Its circuit breaker is half open: it gets one job. */
  isProbe: boolean;
  /** `afterSeconds`: only the jobs that have waited longer, for providers that take what others are too busy for. */
  lanes: (Lane & { isForPinned: boolean; isForOthers: boolean; afterSeconds?: number })[];
}

export interface DispatchPlan {
  targets: Target[];
  isWaiting: boolean;
  hasDueSearches: boolean;
  hasExpired: boolean;
  /** True if a worker should check the provider, because its circuit breaker is not closed. */
  isCheckDue: boolean;
  /** Milliseconds until a job ends its back-off, or a circuit breaker or pause ends; null if nothing is due. */
  nextDueMs: number | null;
}

interface PlanRow {
  lanes: Lane[];
  health: HealthRow[];
  isPaused: boolean;
  hasDueSearches: boolean;
  hasExpired: boolean;
  nextDueMs: number | null;
}

const PLAN_SQL = `
  SELECT lanes, has_expired AS "hasExpired", has_due_searches AS "hasDueSearches", next_due_ms AS "nextDueMs",
         coalesce((SELECT jsonb_agg(health) FROM (${HEALTH_SQL}) AS health), '[]') AS health,
         EXISTS (SELECT FROM paused_queues WHERE name = '${submitJob.name}') AS "isPaused"
    FROM queue_state()`;

/** Decides which providers may start which waiting jobs: circuit breakers, failover, pauses. */
@Injectable()
export class DispatchPlans {
  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealthService,
    private readonly selection: ProviderSelectionService,
    private readonly instances: ProviderInstances,
    private readonly traffic: TrafficSettingsService,
  ) {}

  async read(): Promise<DispatchPlan> {
    const [row] = (await this.database.query(PLAN_SQL, [])) as [PlanRow];
    const health = this.health.parse(row.health);
    const targets = new Map<string, Target>();
    const add = async ({ provider, isProbe }: Selection, lane: Target['lanes'][number]): Promise<void> => {
      const { concurrency: slots, submitsPerMinute } = await this.instances.limitsOf(provider);
      const target = targets.get(provider) ?? { provider, slots, submitsPerMinute, isProbe, lanes: [] };
      target.lanes.push(lane);
      targets.set(provider, target);
    };
    for (const lane of row.isPaused ? [] : row.lanes) {
      const candidates = await this.selection.candidatesAt(lane.provider, lane.model);
      const admitting = this.selection.admitting(health, candidates);
      for (const selection of admitting) {
        await add(selection, { ...lane, isForOthers: true, isForPinned: selection.provider === lane.provider });
      }
      for (const { afterSeconds, ...selection } of await this.selection.relieving(health, candidates, lane.model)) {
        await add(selection, { ...lane, isForOthers: true, isForPinned: false, afterSeconds });
      }
      if (admitting.some(({ provider }) => provider === lane.provider)) continue;
      const [pinned] = this.selection.admitting(health, [lane.provider]);
      if (pinned) await add(pinned, { ...lane, isForOthers: false, isForPinned: true });
    }
    const ends = [...health.values()].flatMap(({ closedForMs, pausedMs }) => [closedForMs, pausedMs]);
    const due = [row.nextDueMs, ...(row.lanes.length > 0 ? ends : [])].filter((ms): ms is number => !!ms && ms > 0);
    return {
      // Otherwise the others would take the jobs that could probe.
      targets: [...targets.values()].sort((a, b) => Number(b.isProbe) - Number(a.isProbe)),
      isWaiting: row.lanes.length > 0,
      hasDueSearches: row.hasDueSearches && !row.isPaused,
      hasExpired: row.hasExpired,
      isCheckDue: row.health.some(({ isCheckDue }) => isCheckDue),
      nextDueMs: due.length > 0 ? Math.min(...due) : null,
    };
  }

  /** Ids of waiting jobs that could start now and have not changed for `olderThanMs` milliseconds. */
  async overdue(olderThanMs: number): Promise<string[]> {
    const { targets } = await this.read();
    const rows: { id: string }[] = await this.database.query(
      `SELECT DISTINCT job.id FROM jsonb_array_elements($1::jsonb) AS target, LATERAL unnest(runnable_jobs(target, $2)) AS runnable (id)
         JOIN waiting_jobs job ON job.id = runnable.id
        WHERE job.updated_at <= now() - $3 * interval '1 millisecond'`,
      [JSON.stringify(targets), await this.traffic.tasksPerUser(), olderThanMs],
    );
    return rows.map(({ id }) => id);
  }
}
