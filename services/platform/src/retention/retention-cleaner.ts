import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { DataSource } from 'typeorm';
import { metrics } from '../metrics/metrics';
import type { NextRound } from '../scheduling/schedule';
import type { Scheduler } from '../scheduling/scheduler';
import { deleteBatchSql, type ExpiredRows } from './expired-rows';

const INTERVAL_MS = 600_000;
/** Rows that one statement deletes. */
const BATCH = 1_000;
/** Rounds that follow one another run at most this share of the time. */
const BUSY_SHARE = 0.2;

const expiredRowsDeleted = new Counter({
  name: 'luit_expired_rows_deleted_total',
  help: 'Rows deleted because their retention has ended, by service and table',
  labelNames: ['service', 'table'],
  registers: [metrics],
});

/**
 * Deletes a service's expired rows, one replica at a time. A round deletes a batch of each table, each in its own transaction. After a full
 * batch, the next round follows soon. If a crash interrupts a round, the next round of any replica continues.
 */
export class RetentionCleaner implements OnApplicationBootstrap {
  private readonly log = new Logger(RetentionCleaner.name);
  /** Deleted and not logged yet, by name. */
  private readonly notLogged = new Map<string, number>();

  constructor(
    private readonly service: string,
    private readonly database: Pick<DataSource, 'query'>,
    private readonly scheduler: Scheduler,
    private readonly expired: readonly ExpiredRows[],
  ) {}

  onApplicationBootstrap(): void {
    // Prometheus detects the first increase only if the counter existed before it.
    for (const { name: table } of this.expired) expiredRowsDeleted.inc({ service: this.service, table }, 0);
    this.scheduler.every('delete-expired-rows', INTERVAL_MS, () => this.round());
  }

  /**
   * Deletes a batch of each table. A table that fails does not stop the others.
   *
   * @returns an early next round if rows may be left
   * @throws AggregateError naming the tables that failed
   */
  async round(): Promise<NextRound | void> {
    const startedAt = performance.now();
    const failures: Error[] = [];
    let isMoreExpired = false;
    for (const rows of this.expired) {
      if (this.scheduler.isStopping) break;
      try {
        isMoreExpired = (await this.deleteBatch(rows)) || isMoreExpired;
      } catch (error) {
        failures.push(new Error(`${rows.name}: ${(error as Error).message}`));
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `Deleting failed: ${failures.map(({ message }) => message).join('; ')}`);
    if (isMoreExpired) return { nextMs: (performance.now() - startedAt) / BUSY_SHARE };
  }

  /** @returns whether rows may be left */
  private async deleteBatch(rows: ExpiredRows): Promise<boolean> {
    const [result] = await this.database.query<{ deleted: number }[]>(deleteBatchSql(rows), [BATCH]);
    const deleted = result?.deleted ?? 0;
    expiredRowsDeleted.inc({ service: this.service, table: rows.name }, deleted);
    const total = (this.notLogged.get(rows.name) ?? 0) + deleted;
    this.notLogged.set(rows.name, total);
    const isMoreExpired = deleted === BATCH;
    if (!isMoreExpired && total > 0) {
      this.log.log({ msg: 'Deleted expired rows', table: rows.name, rows: total });
      this.notLogged.delete(rows.name);
    }
    return isMoreExpired;
  }
}
