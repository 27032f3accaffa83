import type { BeforeApplicationShutdown } from '@nestjs/common';
import { type Round, Schedule, type ScheduleOptions } from './schedule';
import { systemTimers, type Timers } from './timers';

/** Runs the repeated work of a process, and lets rounds in flight end before the process does. */
export class Scheduler implements BeforeApplicationShutdown {
  private readonly schedules: Schedule[] = [];
  private isShuttingDown = false;

  constructor(
    private readonly timers: Timers = systemTimers,
    private readonly random: () => number = Math.random,
  ) {}

  /** The process is shutting down: a long round may end early. */
  get isStopping(): boolean {
    return this.isShuttingDown;
  }

  /**
   * Repeats `round` until the process shuts down. Rounds never overlap. A failed round is logged and counted, and the
   * next one still runs.
   *
   * @param name identifies the schedule in logs and metrics, in kebab case
   * @param intervalMs longest time from the end of a round to the start of the next one
   */
  every(name: string, intervalMs: number, round: Round, options: ScheduleOptions = {}): Schedule {
    const schedule = new Schedule(name, intervalMs, round, options, this.timers, this.random);
    this.schedules.push(schedule);
    return schedule;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isShuttingDown = true;
    await Promise.all(this.schedules.map((schedule) => schedule.stop()));
  }
}
