import type { DataSource } from 'typeorm';
import type { NextRound, Round, Schedule, ScheduleOptions } from './schedule';
import type { Scheduler } from './scheduler';

/** Work that a row of Postgres makes due, such as a retry. */
export interface DueWork extends Pick<ScheduleOptions, 'isAwaitedAtShutdown'> {
  /** Identifies the work in logs and metrics, in kebab case. */
  name: string;
  /** An SQL expression, cheap at any size of its table: milliseconds until the work is due, null if nothing makes it due. */
  dueInMs: string;
  /** The longest delay of work that becomes due unexpectedly, milliseconds. */
  withinMs: number;
  /** Until the next poll after one that found the work due, and until a failed round is retried, milliseconds; by default `withinMs`. */
  repeatMs?: number;
  /**
   * Does the due work. Safe to run if nothing is due, and on several replicas at the same time. If it returns nothing, the next
   * round comes when the work is due again.
   */
  work: Round;
}

interface Watched extends DueWork {
  schedule: Schedule;
}

const RETRY = { firstMs: 1_000, maxMs: 5_000 };

/** SQL for `dueInMs`: the earliest time in an indexed column of the rows that wait; by default it is null in all others. */
export function earliest(table: string, column: string, isWaiting = `${column} IS NOT NULL`): string {
  return `SELECT extract(epoch FROM min(${column}) - now()) * 1000 FROM ${table} WHERE ${isWaiting}`;
}

/** SQL for `dueInMs`: the work is due while the condition is true. */
export function dueWhile(condition: string): string {
  return `SELECT 0 WHERE ${condition}`;
}

/**
 * Asks Postgres with one statement which work of this process is due, and starts it. It finds work that a crashed process or a lost signal
 * left behind, so work must not depend on a signal, and an idle process costs one statement every few seconds.
 */
export class DuePoller {
  private readonly watched: Watched[] = [];
  private polls?: Schedule;

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly scheduler: Scheduler,
  ) {}

  /** Also polls now. @returns the schedule of the work; its `runNow` does the work without a poll */
  add(work: DueWork): Schedule {
    const { name, withinMs, repeatMs = withinMs, isAwaitedAtShutdown } = work;
    const retry = { firstMs: repeatMs, maxMs: withinMs };
    const schedule = this.scheduler.every(name, Infinity, work.work, { retry, isAwaitedAtShutdown });
    this.watched.push({ ...work, schedule });
    this.polls ??= this.scheduler.every('due-work', withinMs, () => this.poll(), { retry: RETRY });
    this.polls.runNow();
    return schedule;
  }

  private async poll(): Promise<NextRound> {
    const columns = this.watched.map(({ dueInMs }, i) => `(${dueInMs})::float8 AS "${i}"`);
    const [row] = await this.database.query<Record<number, number | null>[]>(`SELECT ${columns.join(', ')}`, []);
    const delays = this.watched.map(({ schedule, withinMs, repeatMs = withinMs }, i) => {
      const dueInMs = row?.[i] ?? Infinity;
      if (dueInMs > 0) return Math.min(withinMs, dueInMs);
      schedule.runNow();
      return repeatMs;
    });
    return { nextMs: Math.ceil(Math.min(...delays)) };
  }
}
