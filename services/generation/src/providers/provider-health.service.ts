import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { ProviderState } from '@luit/contracts/generation/providers';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { breakerTrips, providerState } from './provider-metrics';

export interface Health {
  state: ProviderState;
  failures: number;
  /** Milliseconds until it may be tried again: cut off, or a probe is on its way. 0 where it may be tried now. */
  closedForMs: number;
  /** Milliseconds for which it asked to be left alone. */
  pausedMs: number;
  reason: string | null;
}

const WELL: Health = { state: 'closed', failures: 0, closedForMs: 0, pausedMs: 0, reason: null };

/** A probe whose worker died lets the next one go after this long, milliseconds. */
const PROBE_MS = 60_000;
const LONGEST_OPEN_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Codes of failures that are our own doing and say nothing of the provider. */
const OURS = ['given_up', 'submit_window_passed', 'model_not_configured'];

/**
 * A circuit breaker for each provider, the same for all workers: so many submissions in a row that fail cut it off for a
 * while, then one job is let through to see. Who is refused for want of credit or rights is cut off at once.
 */
@Injectable()
export class ProviderHealthService {
  private readonly log = new Logger(ProviderHealthService.name);

  constructor(@Inject(CONFIG) private readonly config: GenerationConfig) {}

  /** Of the providers that are not known to be well. */
  async read(manager: EntityManager): Promise<Map<string, Health>> {
    const rows: (Omit<Health, 'state'> & { provider: string; isOpen: boolean; isTripped: boolean })[] =
      await manager.query(
        `SELECT provider, failures, reason, open_until IS NOT NULL AS "isTripped",
                coalesce(open_until > now(), false) AS "isOpen",
                ceil(greatest(0, extract(epoch FROM greatest(open_until, probe_until) - now()) * 1000))::int
                  AS "closedForMs",
                coalesce(ceil(greatest(0, extract(epoch FROM paused_until - now()) * 1000))::int, 0) AS "pausedMs"
           FROM provider_health`,
      );
    const found = new Map<string, Health>();
    for (const { provider, isOpen, isTripped, closedForMs, ...rest } of rows) {
      const state = isOpen ? 'open' : isTripped ? 'half_open' : 'closed';
      found.set(provider, { ...rest, state, closedForMs: isTripped ? closedForMs : 0 });
      providerState.set({ provider }, { closed: 0, half_open: 1, open: 2 }[state]);
    }
    return found;
  }

  async of(manager: EntityManager, provider: string): Promise<Health> {
    return (await this.read(manager)).get(provider) ?? WELL;
  }

  /** Whether this job may be the one that finds out whether the provider is well again. */
  async takeProbe(manager: EntityManager, provider: string): Promise<boolean> {
    const [taken]: [unknown[], number] = await manager.query(
      `UPDATE provider_health SET probe_until = now() + $2 * interval '1 millisecond'
        WHERE provider = $1 AND open_until <= now() AND (probe_until IS NULL OR probe_until <= now())
        RETURNING provider`,
      [provider, PROBE_MS],
    );
    return taken.length > 0;
  }

  async recordSuccess(manager: EntityManager, provider: string): Promise<void> {
    const [mended]: [{ trips: number }[], number] = await manager.query(
      `UPDATE provider_health SET failures = 0, trips = 0, open_until = NULL, probe_until = NULL, reason = NULL,
              changed_at = now()
        WHERE provider = $1 AND (failures > 0 OR open_until IS NOT NULL) RETURNING trips`,
      [provider],
    );
    if (mended.length === 0) return;
    providerState.set({ provider }, 0);
    this.log.log({ msg: 'A provider takes jobs again', provider });
  }

  /** What a submission that led to no task says of the provider. */
  async recordFailure(
    manager: EntityManager,
    provider: string,
    result: 'retry' | 'unknown' | 'rejected',
    { kind, code }: ProviderFailure,
  ): Promise<void> {
    if (OURS.includes(code)) return;
    if (kind === 'quota' && result === 'retry') return;
    if (kind !== 'provider' && kind !== 'quota') return this.recordSuccess(manager, provider);
    await this.countFailure(manager, provider, code, result === 'rejected');
  }

  /** It asked to be left alone for so long. */
  async pause(manager: EntityManager, provider: string, milliseconds: number): Promise<void> {
    await manager.query(
      `INSERT INTO provider_health AS known (provider, paused_until)
       VALUES ($1, now() + $2 * interval '1 millisecond')
       ON CONFLICT (provider) DO UPDATE SET paused_until = greatest(known.paused_until, excluded.paused_until)`,
      [provider, Math.min(milliseconds, LONGEST_PAUSE_MS)],
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
           THEN now() + least($3 * 2 ^ least(known.trips, 16), ${LONGEST_OPEN_MS}) * interval '1 millisecond'
           ELSE known.open_until END
       RETURNING trips, coalesce(open_until > now(), false) AS "isOpen"`,
      [provider, breakerFailures, breakerOpenMs, isFinal, code],
    )) as [{ trips: number; isOpen: boolean }];
    if (!isOpen) return;
    breakerTrips.inc({ provider });
    providerState.set({ provider }, 2);
    this.log.warn({ msg: 'A provider is cut off', provider, code, trips });
  }
}

/** At the limit, at a refusal for good, or where the probe failed; not again while it is cut off already. */
const TRIPS = `((known.failures + 1 >= $2 OR $4 OR known.open_until IS NOT NULL)
  AND (known.open_until IS NULL OR known.open_until <= now()))`;
