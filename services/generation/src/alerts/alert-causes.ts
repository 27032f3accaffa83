import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { invariantAlerts } from '@luit/platform/alerts/invariant-alerts';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderHealthService } from '../providers/provider-health.service';
import { PausedQueuesService } from '../queues/paused-queues.service';

const MINUTE_MS = 60_000;

/** Alert causes of generation: providers, the queue, the invariants. */
@Injectable()
export class AlertCauses {
  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealthService,
    private readonly queues: PausedQueuesService,
    private readonly monitor: InvariantMonitor,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async list(): Promise<AlertCause[]> {
    const [down, stuck, invariants] = await Promise.all([
      this.providersDown(),
      this.stuckQueue(),
      this.monitor.statuses(),
    ]);
    return [...down, ...stuck, ...invariantAlerts(invariants)];
  }

  private async providersDown(): Promise<AlertCause[]> {
    const health = await this.health.read(this.database.manager);
    return [...health]
      .filter(([, { state }]) => state !== 'closed')
      .map(([name, { failures, reason }]) => ({
        kind: 'provider_down',
        subject: name,
        summary: `The circuit breaker of provider ${name} is open after ${failures} failed submissions in a row (${reason ?? 'no reason given'}).`,
        action:
          'Check the jobs that wait for it, and cancel or refund urgent ones. Luit probes the provider automatically.',
        severity: 'critical',
      }));
  }

  /** Jobs are waiting, and none has left the queue for a while. */
  private async stuckQueue(): Promise<AlertCause[]> {
    const { queueAlertMs } = this.config.limits;
    const [found] = await this.database.query<{ provider: string; minutes: number }[]>(
      `SELECT provider, floor(extract(epoch FROM now() - accepted_at) / 60)::int AS minutes FROM requests
        WHERE id = (SELECT id FROM requests WHERE state = 'pending' ORDER BY id LIMIT 1)
          AND accepted_at < now() - $1 * interval '1 millisecond'
          AND NOT EXISTS (SELECT FROM job_times WHERE seconds = 60 AND what = 'wait'
                             AND at > now() - greatest($1, ${MINUTE_MS}) * interval '1 millisecond')`,
      [queueAlertMs],
    );
    if (!found) return [];
    const paused = (await this.queues.list()).filter(({ isPaused }) => isPaused).map(({ name }) => name);
    const isPaused = paused.includes('submit');
    return [
      {
        kind: 'queue_not_draining',
        subject: 'submit',
        summary: `Jobs are waiting and none is submitted. The oldest has waited ${found.minutes} minutes for ${found.provider}.`,
        action: isPaused
          ? 'The queue is paused. Resume it.'
          : 'Check that workers are running and that the provider accepts jobs.',
        severity: 'critical',
      },
    ];
  }
}
