import { metrics } from '@luit/platform/health/metrics';
import { Poller } from '@luit/platform/scheduling/poller';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { JobMetricsService } from './job-metrics.service';

const registers = [metrics];

const jobs = new Gauge({
  name: 'luit_jobs',
  help: 'Unfinished jobs, whichever replica tells: waiting, running, or unknown where a submission is in doubt',
  labelNames: ['state'],
  registers,
});
const oldestWait = new Gauge({
  name: 'luit_job_oldest_wait_seconds',
  help: 'For how long the oldest waiting job has waited; 0 where none does',
  registers,
});
const drain = new Gauge({
  name: 'luit_job_drain_seconds',
  help: 'How long the waiting jobs will take at the rate their providers keep; NaN where that is not known',
  registers,
});
const entries = new Gauge({
  name: 'luit_queue_entries',
  help: 'Entries of each queue, by state',
  labelNames: ['queue', 'state'],
  registers,
});
const busy = new Gauge({
  name: 'luit_provider_jobs',
  help: 'Jobs that each provider has at work, or that wait for it',
  labelNames: ['provider', 'state'],
  registers,
});

/** Keeps the figures by which workers are scaled and operators are called. Each replica tells the same: take the highest. */
@Injectable()
export class JobGaugesReporter extends Poller {
  protected readonly everyMs = 5_000;

  constructor(private readonly figures: JobMetricsService) {
    super();
  }

  async round(): Promise<void> {
    const { now, queues, providers } = await this.figures.read({ window: 'hour' });
    for (const state of ['waiting', 'running', 'unknown'] as const) jobs.set({ state }, now[state]);
    oldestWait.set(now.oldestWait ?? 0);
    drain.set(now.waiting === 0 ? 0 : (now.drain ?? Number.NaN));
    for (const queue of queues)
      for (const state of ['waiting', 'active', 'delayed'] as const)
        entries.set({ queue: queue.name, state }, queue[state]);
    for (const { name: provider, waiting, busy: atWork } of providers) {
      busy.set({ provider, state: 'waiting' }, waiting);
      busy.set({ provider, state: 'busy' }, atWork);
    }
  }
}
