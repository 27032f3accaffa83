import { MAX_RETRY_AFTER_MS, NO_KEY } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { ProviderState } from '@luit/contracts/generation/providers';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderInstances } from '../provider-instances/provider-instances';
import { QueueSignals } from '../request-state/queue-signals';
import { breakerTrips, providerState } from './provider-metrics';

export interface Health {
  state: ProviderState;
  failures: number;
  /** Milliseconds until the circuit breaker admits a job; 0 if it admits one now. Also set while a probe is running. */
  closedForMs: number;
  /** Remaining milliseconds of the provider's own Retry-After. */
  pausedMs: number;
  /** It refused our account, and has not accepted it since. */
  isAccountRefused: boolean;
  /** It answered the latest check. */
  isReachable: boolean;
  reason: string | null;
  /** It is draining or off. */
  isStopped: boolean;
}

/** A row of `HEALTH_SQL`. */
export type HealthRow = Omit<Health, 'state'> & {
  provider: string;
  isOpen: boolean;
  isTripped: boolean;
  /** A worker should check the provider now. */
  isCheckDue: boolean;
};

/** Time between two checks of a provider with a circuit breaker that is not closed. */
const CHECK_INTERVAL_MS = 5_000;
/** How long a half-open circuit breaker waits for a job before a check that the provider answers closes it. */
const UNUSED_AFTER_MS = 5_000;

/** How long a provider is unavailable after a worker without its key was to check it: several checks. */
const NO_KEY_MS = 4 * CHECK_INTERVAL_MS;

/** How long only workers without a provider's key put its jobs back until it counts as unavailable. */
const KEYLESS_MS = 10_000;
/** Older reports of a missing key do not apply to the current workers. */
const KEYLESS_FORGOTTEN_MS = 60_000;

/** SQL on `provider_health`, unless its reason is `NO_KEY`. */
const CHECKED_WITH_KEY = `coalesce(last_check_at > now() - ${NO_KEY_MS} * interval '1 millisecond', false)`;

/** SQL on `provider_health`: no worker seems to have the provider's key. */
const IS_KEYLESS = `coalesce(reason = '${NO_KEY}' OR (NOT ${CHECKED_WITH_KEY}
  AND keyless_since BETWEEN now() - ${KEYLESS_FORGOTTEN_MS} * interval '1 millisecond' AND now() - ${KEYLESS_MS} * interval '1 millisecond'), false)`;

/** How long a check that an operator requested is offered to workers. */
export const CHECK_REQUEST_SECONDS = 60;

/** SQL on `provider_health`: no worker has made the check that an operator requested. */
export const IS_CHECK_PENDING = `coalesce(check_requested_at > now() - interval '${CHECK_REQUEST_SECONDS} seconds', false)`;

export const CHECK_DUE = `(open_until IS NOT NULL OR ${IS_CHECK_PENDING})
  AND (coalesce(checked_at <= now() - ${CHECK_INTERVAL_MS} * interval '1 millisecond', true)
       OR coalesce(checked_at < check_requested_at, false))`;

export const HEALTH_SQL = `
  SELECT coalesce(health.provider, i.id) AS provider, coalesce(failures, 0) AS failures, reason,
         coalesce(is_account_refused, false) AS "isAccountRefused", coalesce(is_reachable, true) AS "isReachable",
         coalesce(${CHECK_DUE}, false) AS "isCheckDue", coalesce(i.state <> 'on', false) AS "isStopped",
         open_until IS NOT NULL AS "isTripped", coalesce(open_until > now(), false) AS "isOpen",
         coalesce(ceil(greatest(0, extract(epoch FROM greatest(open_until, probe.probe_until) - now()) * 1000))::int, 0) AS "closedForMs",
         coalesce(ceil(greatest(0, extract(epoch FROM paused_until - now()) * 1000))::int, 0) AS "pausedMs"
    FROM provider_instances i FULL JOIN provider_health health ON health.provider = i.id
      LEFT JOIN running_probes probe ON probe.provider = health.provider`;

export const HEALTHY: Health = {
  state: 'closed',
  failures: 0,
  closedForMs: 0,
  pausedMs: 0,
  isAccountRefused: false,
  isReachable: true,
  reason: null,
  isStopped: false,
};

/** Also the longest time after a provider's recovery before a job probes it. */
const MAX_OPEN_MS = 2 * 60_000;

/** Failures that we cause ourselves, so they do not count against the provider. */
const OWN_FAILURES = ['given_up', 'submit_window_passed', 'model_not_configured'];

/**
 * A circuit breaker per provider, shared by all workers. Consecutive failed submissions open it; after a while one job
 * probes the provider. A rejection of our account (no credit, no permission) opens it at once.
 */
@Injectable()
export class ProviderHealthService {
  private readonly log = new Logger(ProviderHealthService.name);

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
    private readonly instances: ProviderInstances,
    private readonly signals: QueueSignals,
  ) {}

  /** All instances, and what else has ever failed. */
  async read(manager: EntityManager): Promise<Map<string, Health>> {
    return this.parse(await manager.query(HEALTH_SQL));
  }

  /** For statements that contain `HEALTH_SQL`. */
  parse(rows: HealthRow[]): Map<string, Health> {
    const found = new Map<string, Health>();
    for (const { provider, isOpen, isTripped, isCheckDue: _isCheckDue, closedForMs, ...rest } of rows) {
      const state = isOpen ? 'open' : isTripped ? 'half_open' : 'closed';
      found.set(provider, { ...rest, state, closedForMs: isTripped ? closedForMs : 0 });
      providerState.set({ provider }, { closed: 0, half_open: 1, open: 2 }[state]);
    }
    return found;
  }

  async of(manager: EntityManager, provider: string): Promise<Health> {
    return (await this.read(manager)).get(provider) ?? HEALTHY;
  }

  /** True if this closed the circuit breaker or reset its count, so that waiting jobs may run. */
  async recordSuccess(manager: EntityManager, provider: string): Promise<boolean> {
    const [{ isRecovered }] = (await manager.query(`SELECT record_provider_success($1) AS "isRecovered"`, [
      provider,
    ])) as [{ isRecovered: boolean }];
    if (isRecovered) this.logRecovery(provider);
    return isRecovered;
  }

  /** For statements that call `record_provider_success` themselves. */
  logRecovery(provider: string): void {
    providerState.set({ provider }, 0);
    this.log.log({ msg: 'Circuit breaker closed', provider });
  }

  /** Counts a submission without a task; a rejection of the input proves that the provider works. */
  async recordFailure(
    manager: EntityManager,
    provider: string,
    result: 'retry' | 'unknown' | 'rejected',
    failure: ProviderFailure,
  ): Promise<void> {
    const { kind, code } = failure;
    if (OWN_FAILURES.includes(code)) return;
    if (kind === 'quota' && result === 'retry') return;
    if (kind !== 'provider' && kind !== 'quota') await this.recordSuccess(manager, provider);
    else await this.countFailure(manager, provider, failure, result);
  }

  /**
   * A worker without the provider's key has put a job back for another worker. Keys may differ between workers, for example during
   * a rollout, so the provider becomes unavailable only once no other worker has shown up for a while.
   */
  async recordMissingKey(manager: EntityManager, provider: string): Promise<void> {
    await manager.query(`INSERT INTO provider_health (provider) VALUES ($1) ON CONFLICT DO NOTHING`, [provider]);
    const [[opened]] = await manager.query<[{ isNew: boolean }[], number]>(
      `UPDATE provider_health
          SET keyless_since = CASE WHEN keyless_since > now() - ${KEYLESS_FORGOTTEN_MS} * interval '1 millisecond'
                THEN keyless_since ELSE now() END,
              reason = CASE WHEN ${IS_KEYLESS} THEN '${NO_KEY}' ELSE reason END,
              tripped_at = CASE WHEN ${IS_KEYLESS} THEN coalesce(tripped_at, now()) ELSE tripped_at END,
              open_until = CASE WHEN ${IS_KEYLESS} THEN greatest(open_until, now() + ${NO_KEY_MS} * interval '1 millisecond')
                ELSE open_until END
        WHERE provider = $1 RETURNING new.reason = '${NO_KEY}' AND old.reason IS DISTINCT FROM new.reason AS "isNew"`,
      [provider],
    );
    if (!opened?.isNew) return;
    breakerTrips.inc({ provider });
    providerState.set({ provider }, 2);
    this.log.warn({ msg: 'Circuit breaker opened: workers have no key', provider });
  }

  /** Obeys a Retry-After of the provider, for a minute at most. */
  async pause(manager: EntityManager, provider: string, milliseconds: number): Promise<void> {
    await manager.query(
      `INSERT INTO provider_health AS known (provider, paused_until)
       VALUES ($1, now() + $2 * interval '1 millisecond')
       ON CONFLICT (provider) DO UPDATE SET paused_until = greatest(known.paused_until, excluded.paused_until)`,
      [provider, Math.min(milliseconds, MAX_RETRY_AFTER_MS)],
    );
  }

  /**
   * Claims the checks that are due, so that one worker makes each.
   *
   * @returns names of providers
   */
  async claimChecks(): Promise<string[]> {
    const [claimed] = await this.database.query<[{ provider: string }[], number]>(
      `UPDATE provider_health SET checked_at = now() WHERE ${CHECK_DUE} RETURNING provider`,
    );
    return claimed.map(({ provider }) => provider);
  }

  /**
   * Records whether a provider answers requests that cost nothing, or refuses our account. If its circuit breaker is not closed and it
   * answers again, or answers when an operator requested the check, a job may probe it at once. If no job is there to probe it, it is
   * trusted again, until the next failed submission. In both cases, jobs that it refused stop backing off. If the worker has no key for the
   * provider, the provider stays unavailable until a worker with a key checks it: no job probes it. If another worker has just checked it,
   * only this worker lacks the key, and its report does not count.
   */
  @OnCall(generationCalls.recordProviderCheck)
  async recordCheck({
    provider,
    isReachable,
    isRefused = false,
    isConfigured = true,
    fault = null,
    facts = null,
  }: RequestOf<typeof generationCalls.recordProviderCheck>): Promise<void> {
    const [checked] = await this.database.query<{ isClosed: boolean; isRecovered: boolean }[]>(
      `WITH checked AS (
         UPDATE provider_health health
            SET is_reachable = CASE WHEN open_until IS NULL THEN is_reachable ELSE $2 END,
                is_check_refused = open_until IS NOT NULL AND ($4 OR is_check_refused AND NOT $2),
                is_account_refused = is_account_refused AND NOT (is_check_refused AND $2),
                last_check_at = now(), last_check_answered = $2, last_check_fault = $6, last_check_facts = $7, check_requested_at = NULL,
                keyless_since = CASE WHEN NOT $5 THEN keyless_since END,
                reason = CASE WHEN NOT $5 THEN '${NO_KEY}' WHEN reason <> '${NO_KEY}' THEN reason END,
                tripped_at = CASE WHEN ${TRUSTED} THEN NULL WHEN $5 THEN tripped_at ELSE coalesce(tripped_at, now()) END,
                open_until = CASE WHEN NOT $5 THEN greatest(open_until, now() + ${NO_KEY_MS} * interval '1 millisecond')
                  WHEN open_until IS NULL OR ${TRUSTED} THEN NULL
                  WHEN $2 AND (NOT is_reachable OR check_requested_at IS NOT NULL) THEN least(open_until, now())
                  ELSE open_until END
          WHERE provider = $1 AND (open_until IS NOT NULL OR check_requested_at IS NOT NULL)
            AND ($5 OR reason = '${NO_KEY}' OR NOT ${CHECKED_WITH_KEY})
         RETURNING old.open_until IS NOT NULL AND new.open_until IS NULL AS "isClosed",
                   old.open_until IS NOT NULL AND $2
                     AND (new.open_until IS NULL OR NOT old.is_reachable OR old.check_requested_at IS NOT NULL) AS "isRecovered"
       )
       SELECT checked.*, CASE WHEN "isRecovered" THEN end_backoff($1) END FROM checked`,
      [provider, isReachable, UNUSED_AFTER_MS, isRefused, isConfigured, fault, facts],
    );
    if (checked?.isClosed) this.logRecovery(provider);
    if (checked?.isRecovered) this.signals.jobWaiting();
  }

  /**
   * Failures after which the breaker opens. An unconfirmed job keeps its slot. If a provider has few slots and unconfirmed jobs occupy all
   * of them, no further failure would follow, and other jobs would wait although another provider is idle.
   */
  private async failuresToOpen(
    manager: EntityManager,
    provider: string,
    result: 'retry' | 'unknown' | 'rejected',
  ): Promise<number> {
    const { breakerFailures } = this.config.limits;
    if (result !== 'unknown') return breakerFailures;
    return Math.min(breakerFailures, (await this.instances.limitsOf(provider, manager)).concurrency);
  }

  private async countFailure(
    manager: EntityManager,
    provider: string,
    { kind, code }: ProviderFailure,
    result: 'retry' | 'unknown' | 'rejected',
  ): Promise<void> {
    const isFinal = result === 'rejected';
    const threshold = await this.failuresToOpen(manager, provider, result);
    const opensAtOnce = isFinal || threshold === 1;
    const [{ trips, isOpen }] = (await manager.query(
      `INSERT INTO provider_health AS known (provider, failures, trips, open_until, tripped_at, reason, is_account_refused)
       VALUES ($1, 1, CASE WHEN $4 THEN 1 ELSE 0 END, CASE WHEN $4 THEN now() + $3 * interval '1 millisecond' END,
               CASE WHEN $4 THEN now() END, $5, $6)
       ON CONFLICT (provider) DO UPDATE SET
         is_account_refused = $6, failures = known.failures + 1, reason = $5, changed_at = now(), probe_request = NULL, probe_until = NULL,
         keyless_since = NULL,
         trips = CASE WHEN ${TRIPS} THEN known.trips + 1 ELSE known.trips END,
         tripped_at = CASE WHEN ${TRIPS} THEN coalesce(known.tripped_at, now()) ELSE known.tripped_at END,
         open_until = CASE WHEN ${TRIPS}
           THEN now() + least($3 * 2 ^ least(known.trips, 16), ${MAX_OPEN_MS}) * interval '1 millisecond'
           ELSE known.open_until END
       RETURNING trips, coalesce(open_until > now(), false) AS "isOpen"`,
      [provider, threshold, this.config.limits.breakerOpenMs, opensAtOnce, code, isFinal && kind === 'quota'],
    )) as [{ trips: number; isOpen: boolean }];
    if (!isOpen) return;
    breakerTrips.inc({ provider });
    providerState.set({ provider }, 2);
    this.log.warn({ msg: 'Circuit breaker opened', provider, code, trips });
  }
}

/** A reachable provider ($2) that no job has probed for $3 milliseconds although its breaker is half open. */
const TRUSTED = `($2 AND NOT is_account_refused AND open_until <= now() - $3 * interval '1 millisecond'
  AND NOT EXISTS (SELECT FROM running_probes probe WHERE probe.provider = health.provider))`;

/**
 * The breaker opens at the limit, on a final rejection, or when the first submission fails after it was open, unless it is open
 * already.
 */
const TRIPS = `((known.failures + 1 >= $2 OR $4 OR known.open_until IS NOT NULL OR known.trips > 0)
  AND (known.open_until IS NULL OR known.open_until <= now()))`;
