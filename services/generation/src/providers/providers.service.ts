import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { AT_PROVIDER } from '../request-state/request-states';
import { ProviderHealthService } from './provider-health.service';
import { ProviderRateLimiter } from './provider-rate-limiter';

/** Provider overview for operators. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealthService,
    private readonly rateLimiter: ProviderRateLimiter,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async list(): Promise<{ providers: ProviderOverview[] }> {
    const [health, counts] = await Promise.all([this.health.read(this.database.manager), this.counts()]);
    const configured = Object.values(this.config.modelProviders).flatMap((of) => of.map(({ provider }) => provider));
    const names = [...new Set(['replicate', ...configured, ...health.keys(), ...counts.keys()])];
    const tokens = await Promise.all(names.map((name) => this.rateLimiter.availableSubmissions(name)));
    const providers = names.map((name, index): ProviderOverview => {
      const { state = 'closed', failures = 0, closedForMs = 0, pausedMs = 0, reason = null } = health.get(name) ?? {};
      const { waiting = 0, busy = 0 } = counts.get(name) ?? {};
      const models = Object.keys(this.config.modelProviders).filter((model) =>
        this.config.modelProviders[model]?.some(({ provider }) => provider === name),
      );
      const { concurrency: slots, submitsPerMinute } = this.config.limitsOf(name);
      const submitsLeft = tokens[index] ?? 0;
      const limits = { slots, submitsLeft, submitsPerMinute };
      return { name, state, failures, closedForMs, pausedMs, reason, waiting, busy, ...limits, models };
    });
    return { providers };
  }

  /** Reads the job counts, so the cost does not depend on the length of the queue. */
  private async counts(): Promise<Map<string, { waiting: number; busy: number }>> {
    const rows: { provider: string; waiting: number; busy: number }[] = await this.database.query(
      `SELECT provider, coalesce(sum(jobs) FILTER (WHERE state = 'pending'), 0)::int AS waiting,
              coalesce(sum(jobs) FILTER (WHERE state = ANY($1)), 0)::int AS busy FROM job_counts GROUP BY provider`,
      [AT_PROVIDER],
    );
    return new Map(rows.map(({ provider, ...counts }) => [provider, counts]));
  }
}
