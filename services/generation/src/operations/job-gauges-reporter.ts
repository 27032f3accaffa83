import { HealthServer } from '@luit/platform/health/health-server';
import { metrics } from '@luit/platform/metrics/metrics';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { JobMetricsService } from './job-metrics.service';

const registers = [metrics];

const jobs = new Gauge({
  name: 'luit_jobs',
  help: 'Unfinished jobs by state: waiting, running, or unknown (after an unknown submission); the same on each replica',
  labelNames: ['state'],
  registers,
});
const oldestWait = new Gauge({
  name: 'luit_job_oldest_wait_seconds',
  help: 'Wait of the job that has waited longest for a provider to confirm it; 0 if none waits',
  registers,
});
const oldestUnknown = new Gauge({
  name: 'luit_job_oldest_unknown_seconds',
  help: 'Time since the oldest submission that is unconfirmed; 0 if there is none',
  registers,
});
const drain = new Gauge({
  name: 'luit_job_drain_seconds',
  help: 'Estimated time until the waiting jobs are submitted; NaN if unknown',
  registers,
});
const entries = new Gauge({
  name: 'luit_queue_entries',
  help: 'Queue entries by state',
  labelNames: ['queue', 'state'],
  registers,
});
const busy = new Gauge({
  name: 'luit_provider_jobs',
  help: 'Jobs running at each provider or waiting for it',
  labelNames: ['provider', 'state'],
  registers,
});

/** Exports the gauges that autoscaling and alerts use. All replicas report the same values, so queries take the maximum. */
@Injectable()
export class JobGaugesReporter implements OnApplicationBootstrap {
  constructor(
    private readonly jobMetrics: JobMetricsService,
    private readonly health: HealthServer,
  ) {}

  onApplicationBootstrap(): void {
    this.health.measureAtScrape('job-gauges', () => this.measure());
  }

  async measure(): Promise<void> {
    const { now, queues, providers } = await this.jobMetrics.read({ window: 'hour' });
    jobs.set({ state: 'waiting' }, now.waiting - now.unknown);
    jobs.set({ state: 'running' }, now.running);
    jobs.set({ state: 'unknown' }, now.unknown);
    oldestWait.set(secondsSince(now.oldestSince));
    oldestUnknown.set(secondsSince(now.unknownSince));
    drain.set(now.waiting === 0 ? 0 : (now.drain ?? Number.NaN));
    for (const queue of queues)
      for (const state of ['waiting', 'active', 'delayed'] as const)
        entries.set({ queue: queue.name, state }, queue[state]);
    for (const { name: provider, waiting, busy: running } of providers) {
      busy.set({ provider, state: 'waiting' }, waiting);
      busy.set({ provider, state: 'busy' }, running);
    }
  }
}

function secondsSince(time: string | null): number {
  return time === null ? 0 : Math.max(0, (Date.now() - Date.parse(time)) / 1_000);
}
