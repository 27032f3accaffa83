import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DispatchPlans } from '../dispatch/dispatch-plans';
import { QueueEntries } from '../dispatch/queue-entries';
import { countOverduePolls } from '../tracking/poll-statements';

export interface DuplicateCount {
  /** Jobs with more than one task recorded as live; always 0. */
  severalLive: number;
  /** Tasks found in addition to a job's own; they are canceled. */
  duplicates: number;
  /** Jobs submitted a second time after an unknown submission. */
  resubmitted: number;
  /** Duplicates of jobs whose submission was always confirmed; must be 0. */
  unexplained: number;
}

/** Counts violations of the invariants (architecture, Invariants). */
@Injectable()
export class InvariantsService {
  constructor(
    private readonly database: DataSource,
    private readonly entries: QueueEntries,
    private readonly plans: DispatchPlans,
  ) {}

  /**
   * I3, generation's half: succeeded means captured, any other outcome means returned. Billing takes a moment to settle, so
   * jobs that finished within the last `graceMs` milliseconds may still be held.
   */
  async moneyViolations(graceMs: number): Promise<number> {
    return this.count(
      `SELECT (SELECT count(*) FROM requests
                WHERE (state = 'succeeded' AND money_state = 'returned')
                   OR (state IN ('failed', 'canceled', 'rejected') AND money_state = 'captured'))::int
            + (SELECT count(*) FROM requests
                WHERE money_state = 'held' AND state IN ('succeeded', 'failed', 'canceled')
                  AND completed_at < now() - $1 * interval '1 millisecond')::int AS n`,
      [graceMs],
    );
  }

  /** I5: at most one known live task per job, and duplicates only after an unknown submission. */
  async duplicateTasks(): Promise<DuplicateCount> {
    const [counts] = (await this.database.query(
      `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM provider_tasks WHERE status = 'live'
                GROUP BY request_id HAVING count(*) > 1) AS several) AS "severalLive",
              (SELECT count(*)::int FROM provider_tasks WHERE status IN ('duplicate', 'stopped')) AS duplicates,
              (SELECT count(*)::int FROM requests WHERE resubmissions > 0) AS resubmitted,
              (SELECT count(*)::int FROM provider_tasks task
                WHERE status IN ('duplicate', 'stopped') AND recorded_at > now() - interval '30 days' AND NOT EXISTS (
                SELECT 1 FROM job_events e WHERE e.request_id = task.request_id
                   AND (e.state = 'unknown' OR e.what = 'search claimed'))) AS unexplained`,
    )) as [DuplicateCount];
    return counts;
  }

  /** I6: dispatched jobs without a queue entry that have not changed for `graceMs` milliseconds. */
  async jobsWithoutEntry(graceMs: number): Promise<number> {
    let count = 0;
    for await (const missing of this.entries.missing(graceMs)) count += missing.length;
    return count;
  }

  /** I6: tracked jobs that no worker has polled although a poll has been due for `graceMs` milliseconds. */
  overduePolls(graceMs: number): Promise<number> {
    return countOverduePolls(this.database.manager, graceMs);
  }

  /**
   * I6: jobs that could start and have waited for `graceMs` milliseconds. A slot may have become free just now, so a job counts
   * only if it is found again `againMs` milliseconds later.
   */
  async overdueJobs(graceMs: number, againMs: number = graceMs): Promise<CheckResult> {
    const first = await this.plans.overdue(graceMs);
    if (first.length === 0) return { violations: 0 };
    await new Promise((resolve) => setTimeout(resolve, againMs));
    const second = new Set(await this.plans.overdue(graceMs));
    const samples = first.filter((id) => second.has(id));
    return { violations: samples.length, samples };
  }

  private async count(sql: string, parameters: unknown[]): Promise<number> {
    const [{ n }] = (await this.database.query(sql, parameters)) as [{ n: number }];
    return n;
  }
}
