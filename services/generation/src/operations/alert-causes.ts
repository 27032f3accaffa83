import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { invariantAlerts } from '@luit/platform/alerts/invariant-alerts';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProvidersService } from '../providers/providers.service';
import { PausedQueuesService } from './paused-queues.service';

const MINUTE_MS = 60_000;

/** What generation sees go wrong: providers, the queue, its invariants. */
@Injectable()
export class AlertCauses {
  constructor(
    private readonly database: DataSource,
    private readonly providers: ProvidersService,
    private readonly queues: PausedQueuesService,
    private readonly scoreboard: InvariantMonitor,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async look(): Promise<AlertCause[]> {
    const [down, stuck, scores] = await Promise.all([this.providersDown(), this.stuck(), this.scoreboard.statuses()]);
    return [...down, ...stuck, ...invariantAlerts(scores)];
  }

  private async providersDown(): Promise<AlertCause[]> {
    const { providers } = await this.providers.list();
    return providers
      .filter(({ state }) => state !== 'closed')
      .map(({ name, failures, reason }) => ({
        kind: 'provider_down',
        subject: name,
        summary: `The provider ${name} is cut off after ${failures} failed submissions in a row (${reason ?? 'no reason told'}).`,
        action: 'See what waits for it, and refund or cancel what cannot wait. It is tried again by itself.',
        severity: 'critical',
      }));
  }

  /** Jobs wait, and nothing leaves the queue. */
  private async stuck(): Promise<AlertCause[]> {
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
    const isOurs = paused.includes('submit');
    return [
      {
        kind: 'queue_not_draining',
        subject: 'submit',
        summary: `Jobs wait and none is taken: the oldest for ${found.minutes} minutes, for ${found.provider}.`,
        action: isOurs
          ? 'The queue is paused. Resume it.'
          : 'See whether workers are alive and the provider takes jobs.',
        severity: 'critical',
      },
    ];
  }
}
