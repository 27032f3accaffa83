import { billingCalls } from '@luit/contracts/billing/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Key of a Postgres advisory lock, unique within this database. */
const LOCK = 7_105_211;
const INTERVAL_MS = 30_000;
/** The most ids that `billing.getJobRevenues` accepts. */
const BATCH = 500;
/** Billing captures the credits of a job moments after its success. */
const RETRY = '30 seconds';

/** Adds finished jobs, with the price of their credits, to the totals of the margin. */
@Injectable()
export class MarginAggregator implements OnApplicationBootstrap {
  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('margin', INTERVAL_MS, () => this.aggregateAll());
  }

  /** Counts one batch, on one replica at a time. @returns the number of jobs in it */
  aggregate(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const due = await manager.query<{ id: string }[]>(
        `WITH locked AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS answer)
         SELECT request_id AS id FROM margin_dues
          WHERE (SELECT answer FROM locked) AND due_at <= now() ORDER BY due_at LIMIT $2`,
        [LOCK, BATCH],
      );
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      const { revenues } = await this.calls.call(billingCalls.getJobRevenues, { requestIds: ids });
      const items = ids.flatMap((id) => (revenues[id] ? [{ id, ...revenues[id] }] : []));
      await manager.query(`SELECT count_margin($1)`, [JSON.stringify(items)]);
      // `now()` is the start of this transaction: a job that became due again since then stays due.
      await manager.query(`DELETE FROM margin_dues WHERE request_id = ANY ($1::uuid[]) AND due_at <= now()`, [
        items.map(({ id }) => id),
      ]);
      await manager.query(
        `UPDATE margin_dues SET due_at = now() + interval '${RETRY}' WHERE request_id = ANY ($1::uuid[]) AND due_at <= now()`,
        [ids.filter((id) => !revenues[id])],
      );
      return ids.length;
    });
  }

  private async aggregateAll(): Promise<void> {
    while ((await this.aggregate()) === BATCH);
  }
}
