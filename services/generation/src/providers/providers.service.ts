import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { AT_PROVIDER, statesSql } from '../request-state/request-states';
import { ProviderHealthService } from './provider-health.service';

/** Provider overview for operators. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealthService,
    private readonly aggregator: JobMetricsAggregator,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async list(): Promise<{ providers: ProviderOverview[] }> {
    const [health, counts] = await Promise.all([this.health.read(this.database.manager), this.counts()]);
    const configured = Object.values(this.config.modelProviders).flatMap((of) => of.map(({ provider }) => provider));
    const names = [...new Set(['replicate', ...configured, ...health.keys(), ...counts.keys()])];
    const tokens = await this.tokensOf(names);
    const providers = names.map((name): ProviderOverview => {
      const { state = 'closed', failures = 0, closedForMs = 0, pausedMs = 0, reason = null } = health.get(name) ?? {};
      const { waiting = 0, busy = 0 } = counts.get(name) ?? {};
      const models = Object.keys(this.config.modelProviders).filter((model) =>
        this.config.modelProviders[model]?.some(({ provider }) => provider === name),
      );
      const { concurrency: slots, submitsPerMinute } = this.config.limitsOf(name);
      const submitsLeft = tokens.get(name) ?? 0;
      const limits = { slots, submitsLeft, submitsPerMinute };
      return { name, state, failures, closedForMs, pausedMs, reason, waiting, busy, ...limits, models };
    });
    return { providers };
  }

  /** Submissions that the rate limit allows now. */
  private async tokensOf(names: string[]): Promise<Map<string, number>> {
    const limits = names.map((name) => ({ name, perMinute: this.config.limitsOf(name).submitsPerMinute }));
    const rows: { name: string; tokens: number }[] = await this.database.query(
      `SELECT name, floor(submission_tokens_of(name, "perMinute")) AS tokens
         FROM jsonb_to_recordset($1) AS provider (name text, "perMinute" int)`,
      [JSON.stringify(limits)],
    );
    return new Map(rows.map(({ name, tokens }) => [name, tokens]));
  }

  /** Reads the job counts, so the cost does not depend on the length of the queue. Jobs at providers have a slot each. */
  private async counts(): Promise<Map<string, { waiting: number; busy: number }>> {
    await this.aggregator.refresh();
    const rows: { provider: string; waiting: number; busy: number }[] = await this.database.query(
      `SELECT provider, sum(waiting)::int AS waiting, sum(busy)::int AS busy FROM (
         SELECT provider, jobs AS waiting, 0 AS busy FROM job_counts WHERE state = 'pending'
         UNION ALL SELECT provider, 0, 1 FROM requests WHERE dispatched_at IS NOT NULL AND state IN (${statesSql(AT_PROVIDER)})) AS jobs
        GROUP BY provider`,
    );
    return new Map(rows.map(({ provider, ...counts }) => [provider, counts]));
  }
}
