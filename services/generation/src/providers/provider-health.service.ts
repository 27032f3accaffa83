import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { ProviderState } from '@luit/contracts/generation/providers';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { breakerTrips, providerState } from './provider-metrics';

export interface Health {
  state: ProviderState;
  failures: number;
  /** Milliseconds until the circuit breaker admits a job; 0 if it admits one now. Also set while a probe is running. */
  closedForMs: number;
  /** Remaining milliseconds of the provider's own Retry-After. */
  pausedMs: number;
  reason: string | null;
}

/** A row of `HEALTH_SQL`. */
export type HealthRow = Omit<Health, 'state'> & { provider: string; isOpen: boolean; isTripped: boolean };

export const HEALTH_SQL = `
  SELECT provider, failures, reason, open_until IS NOT NULL AS "isTripped",
         coalesce(open_until > now(), false) AS "isOpen",
         ceil(greatest(0, extract(epoch FROM greatest(open_until, probe_until) - now()) * 1000))::int AS "closedForMs",
         coalesce(ceil(greatest(0, extract(epoch FROM paused_until - now()) * 1000))::int, 0) AS "pausedMs"
    FROM provider_health`;

/** Resets the circuit breaker of provider $1. */
export const RECORD_SUCCESS_SQL = `
  UPDATE provider_health SET failures = 0, trips = 0, open_until = NULL, probe_until = NULL, reason = NULL, changed_at = now()
   WHERE provider = $1 AND (failures > 0 OR open_until IS NOT NULL)`;

const HEALTHY: Health = { state: 'closed', failures: 0, closedForMs: 0, pausedMs: 0, reason: null };

const MAX_OPEN_MS = 10 * 60_000;
const MAX_PAUSE_MS = 10 * 60_000;

/** Failures that we cause ourselves, so they do not count against the provider. */
const OWN_FAILURES = ['given_up', 'submit_window_passed', 'model_not_configured'];

/**
 * A circuit breaker per provider, shared by all workers. Consecutive failed submissions open it; after a while one job
 * probes the provider. A rejection of our account (no credit, no permission) opens it at once.
 */
@Injectable()
export class ProviderHealthService {
  private readonly log = new Logger(ProviderHealthService.name);

  constructor(@Inject(CONFIG) private readonly config: GenerationConfig) {}

  /** All providers that have a row; a provider without one is healthy. */
  async read(manager: EntityManager): Promise<Map<string, Health>> {
    return this.parse(await manager.query(HEALTH_SQL));
  }

  /** For statements that contain `HEALTH_SQL`. */
  parse(rows: HealthRow[]): Map<string, Health> {
    const found = new Map<string, Health>();
    for (const { provider, isOpen, isTripped, closedForMs, ...rest } of rows) {
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
    const [recovered]: [unknown[], number] = await manager.query(`${RECORD_SUCCESS_SQL} RETURNING provider`, [
      provider,
    ]);
    if (recovered.length > 0) this.logRecovery(provider);
    return recovered.length > 0;
  }

  /** For statements that contain `RECORD_SUCCESS_SQL`. */
  logRecovery(provider: string): void {
    providerState.set({ provider }, 0);
    this.log.log({ msg: 'Circuit breaker closed', provider });
  }

  /** Counts a submission without a task; a rejection of the input proves that the provider works. */
  async recordFailure(
    manager: EntityManager,
    provider: string,
    result: 'retry' | 'unknown' | 'rejected',
    { kind, code }: ProviderFailure,
  ): Promise<void> {
    if (OWN_FAILURES.includes(code)) return;
    if (kind === 'quota' && result === 'retry') return;
    if (kind !== 'provider' && kind !== 'quota') await this.recordSuccess(manager, provider);
    else await this.countFailure(manager, provider, code, result === 'rejected');
  }

  /** Obeys a Retry-After of the provider. */
  async pause(manager: EntityManager, provider: string, milliseconds: number): Promise<void> {
    await manager.query(
      `INSERT INTO provider_health AS known (provider, paused_until)
       VALUES ($1, now() + $2 * interval '1 millisecond')
       ON CONFLICT (provider) DO UPDATE SET paused_until = greatest(known.paused_until, excluded.paused_until)`,
      [provider, Math.min(milliseconds, MAX_PAUSE_MS)],
    );
  }

  private async countFailure(manager: EntityManager, provider: string, code: string, isFinal: boolean): Promise<void> {
    const { breakerFailures, breakerOpenMs } = this.config.limits;
    const [{ trips, isOpen }] = (await manager.query(
      `INSERT INTO provider_health AS known (provider, failures, trips, open_until, reason)
       VALUES ($1, 1, CASE WHEN $4 THEN 1 ELSE 0 END, CASE WHEN $4 THEN now() + $3 * interval '1 millisecond' END, $5)
       ON CONFLICT (provider) DO UPDATE SET
         failures = known.failures + 1, reason = $5, changed_at = now(), probe_until = NULL,
         trips = CASE WHEN ${TRIPS} THEN known.trips + 1 ELSE known.trips END,
         open_until = CASE WHEN ${TRIPS}
           THEN now() + least($3 * 2 ^ least(known.trips, 16), ${MAX_OPEN_MS}) * interval '1 millisecond'
           ELSE known.open_until END
       RETURNING trips, coalesce(open_until > now(), false) AS "isOpen"`,
      [provider, breakerFailures, breakerOpenMs, isFinal, code],
    )) as [{ trips: number; isOpen: boolean }];
    if (!isOpen) return;
    breakerTrips.inc({ provider });
    providerState.set({ provider }, 2);
    this.log.warn({ msg: 'Circuit breaker opened', provider, code, trips });
  }
}

/** The breaker opens at the limit, on a final rejection, or when the probe failed, unless it is open already. */
const TRIPS = `((known.failures + 1 >= $2 OR $4 OR known.open_until IS NOT NULL)
  AND (known.open_until IS NULL OR known.open_until <= now()))`;
