import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { NO_KEY } from '@luit/contracts/generation/limits';
import type { AlertSource } from '@luit/platform/alerts/alert-reporter';
import { HAS_VIOLATIONS, invariantAlerts } from '@luit/platform/alerts/invariant-alerts';
import { DeadLetters, HAS_DEAD_LETTERS } from '@luit/platform/dead-letters/dead-letters';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { HAS_MISSING_ROUTES, MissingRoutes } from '../providers/missing-routes';
import { type Health, ProviderHealthService } from '../providers/provider-health.service';
import { IS_UNCONFIRMED, IS_WAITING, UNCONFIRMED_SINCE } from '../operations/waiting-jobs';
import { FailingJobs } from './failing-jobs';
import { SlowJobs } from './slow-jobs';
import { SafetyAlerts } from '../safety/safety-alerts';
import { RepeatTakedowns } from '../takedowns/repeat-takedowns';
import { PausedQueuesService } from '../queues/paused-queues.service';

const MINUTE_MS = 60_000;
/** A customer who waits for longer counts as unserved, unless the alert of the whole queue is set to a longer time. */
const UNSERVED_MS = 15 * MINUTE_MS;

/** How long a provider may take to confirm a submission before operators are alerted. Searches end most within 20 s. */
const UNCONFIRMED_SECONDS = 30;

/** SQL: Redis lost its data a short time ago, which is noted for five minutes. */
const WAS_EMPTIED = `EXISTS (SELECT FROM relay_state WHERE redis_emptied_at > now() - interval '5 minutes')`;

const LONG_UNCONFIRMED = `${IS_UNCONFIRMED} AND submit_before < now() - interval '${UNCONFIRMED_SECONDS} seconds'`;

/** Alert causes of generation: providers, the queue, the invariants. */
@Injectable()
export class AlertCauses implements AlertSource {
  readonly name = 'generation';

  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealthService,
    private readonly missingRoutes: MissingRoutes,
    private readonly queues: PausedQueuesService,
    private readonly monitor: InvariantMonitor,
    private readonly deadLetters: DeadLetters,
    private readonly failingJobs: FailingJobs,
    private readonly slowJobs: SlowJobs,
    private readonly safety: SafetyAlerts,
    private readonly repeatTakedowns: RepeatTakedowns,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** SQL: false if `list` would find nothing. */
  get mayExist(): string {
    return `EXISTS (SELECT FROM provider_health WHERE open_until IS NOT NULL)
         OR EXISTS (SELECT FROM requests WHERE ${this.isOldest}) OR EXISTS (SELECT FROM requests WHERE ${LONG_UNCONFIRMED})
         OR ${this.failingJobs.mayExist} OR ${this.slowJobs.mayExist} OR ${WAS_EMPTIED} OR ${this.safety.mayExist} OR ${this.repeatTakedowns.mayExist} OR ${HAS_MISSING_ROUTES} OR ${HAS_VIOLATIONS} OR ${HAS_DEAD_LETTERS}`;
  }

  /** SQL: the request is the oldest waiting job, and has waited for too long. */
  private get isOldest(): string {
    return `id = (SELECT id FROM requests WHERE ${IS_WAITING} ORDER BY accepted_at LIMIT 1)
            AND accepted_at < now() - ${this.config.limits.queueAlertMs} * interval '1 millisecond'`;
  }

  async list(): Promise<AlertCause[]> {
    const [
      down,
      missing,
      stuck,
      waiting,
      unconfirmed,
      failing,
      slow,
      emptied,
      refused,
      takenDown,
      { invariants },
      deadLetters,
    ] = await Promise.all([
      this.providersDown(),
      this.missingRoutes.alertCauses(),
      this.stuckQueue(),
      this.waitingCustomers(),
      this.unconfirmedSubmissions(),
      this.failingJobs.alertCauses(),
      this.slowJobs.alertCauses(),
      this.emptiedRedis(),
      this.safety.alertCauses(),
      this.repeatTakedowns.alertCauses(),
      this.monitor.statuses(),
      this.deadLetters.alertCauses(),
    ]);
    return [
      ...down,
      ...missing,
      ...stuck,
      ...waiting,
      ...unconfirmed,
      ...failing,
      ...slow,
      ...emptied,
      ...refused,
      ...takenDown,
      ...invariantAlerts(invariants),
      ...deadLetters,
    ];
  }

  private async providersDown(): Promise<AlertCause[]> {
    const health = await this.health.read(this.database.manager);
    return [...health]
      .filter(([, { state }]) => state !== 'closed')
      .map(([name, its]) => ({
        kind: 'provider_down',
        subject: name,
        severity: 'critical',
        ...textOf(name, its),
      }));
  }

  /** Requests that no one has served for a long time, although others may be served. */
  private async waitingCustomers(): Promise<AlertCause[]> {
    const waitMs = Math.max(UNSERVED_MS, 3 * this.config.limits.queueAlertMs);
    const [found] = await this.database.query<{ count: number; minutes: number; providers: string }[]>(
      `SELECT count(*)::int AS count, floor(extract(epoch FROM now() - min(accepted_at)) / 60)::int AS minutes,
              string_agg(DISTINCT provider, ', ') AS providers
         FROM requests
        WHERE ${IS_WAITING} AND accepted_at < now() - $1 * interval '1 millisecond'`,
      [waitMs],
    );
    if (!found || found.count === 0) return [];
    const requests = found.count === 1 ? '1 request has' : `${found.count} requests have`;
    return [
      {
        kind: 'customers_waiting',
        subject: 'requests',
        summary: `${requests} waited for more than ${Math.round(waitMs / MINUTE_MS)} minutes, the longest for ${found.minutes} minutes (${found.providers}).`,
        action:
          'Check the providers and their slots. Cancel requests that cannot be served; their credits are returned.',
        severity: 'critical',
      },
    ];
  }

  /** Submissions that their provider may or may not have accepted. */
  private async unconfirmedSubmissions(): Promise<AlertCause[]> {
    const rows = await this.database.query<{ provider: string; count: number; seconds: number }[]>(
      `SELECT provider, count(*)::int AS count, floor(extract(epoch FROM now() - min(${UNCONFIRMED_SINCE})))::int AS seconds
         FROM requests WHERE ${LONG_UNCONFIRMED} GROUP BY provider ORDER BY provider`,
    );
    return rows.map(({ provider, count, seconds }) => ({
      kind: 'submissions_unconfirmed',
      subject: provider,
      // Rounded, so that the text, which is reported when it changes, does not change at every check.
      summary: `${count === 1 ? '1 submission' : `${count} submissions`} to ${provider} ${count === 1 ? 'is' : 'are'} unconfirmed, the oldest for more than ${Math.floor(seconds / UNCONFIRMED_SECONDS) * UNCONFIRMED_SECONDS} seconds.`,
      action: `Luit is searching ${provider} and returns the credits after ${this.config.limits.unconfirmedLimitMs / 1_000} seconds. You can ask the provider now, or declare a job lost.`,
      severity: 'warning',
    }));
  }

  private async emptiedRedis(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ at: string }[]>(
      `SELECT to_char(redis_emptied_at AT TIME ZONE 'Asia/Kolkata', 'HH24:MI') AS at FROM relay_state WHERE ${WAS_EMPTIED}`,
    );
    if (!found) return [];
    return [
      {
        kind: 'redis_emptied',
        subject: 'redis',
        summary: `Redis lost its data; Luit noticed at ${found.at} IST and put the queues back from Postgres.`,
        action: 'Nothing to repair. Find out why: was it flushed, restarted without its files, or replaced?',
        severity: 'warning',
      },
    ];
  }

  /** Jobs are waiting, and none has left the queue for a while. */
  private async stuckQueue(): Promise<AlertCause[]> {
    const { queueAlertMs } = this.config.limits;
    const [found] = await this.database.query<{ provider: string; minutes: number }[]>(
      `SELECT provider, floor(extract(epoch FROM now() - accepted_at) / 60)::int AS minutes FROM requests
        WHERE ${this.isOldest} AND NOT EXISTS (SELECT FROM job_metric_deltas WHERE wait_ms IS NOT NULL)
          AND NOT EXISTS (SELECT FROM job_rollups WHERE seconds = 60 AND waits <> '{}'
                             AND at > now() - greatest($1, ${MINUTE_MS}) * interval '1 millisecond')`,
      [queueAlertMs],
    );
    if (!found) return [];
    const paused = (await this.queues.list()).filter(({ isPaused }) => isPaused).map(({ name }) => name);
    const isPaused = paused.includes('submit');
    const isStopped = (await this.health.of(this.database.manager, found.provider)).isStopped;
    return [
      {
        kind: 'queue_not_draining',
        subject: 'submit',
        summary: `Jobs are waiting and none is being submitted. The oldest has been waiting ${found.minutes} minutes for ${found.provider}.`,
        action: isPaused
          ? 'The queue is paused. Resume it.'
          : isStopped
            ? `${found.provider} is draining or off. Turn it on, or cancel the jobs that no other provider can run.`
            : 'Check that workers are running and that the provider accepts jobs.',
        severity: 'critical',
      },
    ];
  }
}

function textOf(provider: string, health: Health): Pick<AlertCause, 'summary' | 'action'> {
  if (health.reason === NO_KEY) return keyMissing(provider);
  return health.isAccountRefused ? accountRefused(provider, health) : circuitOpen(provider, health);
}

function accountRefused(provider: string, { reason }: Health): Pick<AlertCause, 'summary' | 'action'> {
  return {
    summary: `Provider ${provider} rejects our account (${reason ?? 'no reason given'}).`,
    action: `Check the balance, the permissions and the API key at ${provider}. Luit detects automatically when the account is accepted again.`,
  };
}

function keyMissing(provider: string): Pick<AlertCause, 'summary' | 'action'> {
  return {
    summary: `Workers cannot use provider ${provider}.`,
    action: `Set the same PROVIDER_SECRETS for generation and every worker, or enter the credential of ${provider} again. Meanwhile, its jobs go to other providers or wait.`,
  };
}

function circuitOpen(provider: string, { state, failures, reason }: Health): Pick<AlertCause, 'summary' | 'action'> {
  const submissions = failures === 1 ? '1 failed submission' : `${failures} failed submissions in a row`;
  return {
    summary: `The circuit breaker of provider ${provider} is ${state === 'open' ? 'open' : 'half open'} after ${submissions} (${reason ?? 'no reason given'}).`,
    action:
      'Check the jobs that are waiting for it, and cancel or refund urgent ones. Luit probes the provider automatically.',
  };
}
