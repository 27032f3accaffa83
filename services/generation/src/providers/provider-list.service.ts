import type { ProviderOverview } from '@luit/contracts/generation';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { AT_PROVIDER } from '../requests/request-states';
import { ProviderHealth } from './provider-health.service';

/** What operators see of the providers. */
@Injectable()
export class ProviderList {
  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealth,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async list(): Promise<{ providers: ProviderOverview[] }> {
    const [health, counts] = await Promise.all([this.health.read(this.database.manager), this.counts()]);
    const configured = Object.values(this.config.modelProviders).flatMap((of) => of.map(({ provider }) => provider));
    const names = [...new Set(['replicate', ...configured, ...health.keys(), ...counts.keys()])];
    const providers = names.map((name): ProviderOverview => {
      const { state = 'closed', failures = 0, closedForMs = 0, pausedMs = 0, reason = null } = health.get(name) ?? {};
      const { waiting = 0, busy = 0 } = counts.get(name) ?? {};
      const models = Object.keys(this.config.modelProviders).filter((model) =>
        this.config.modelProviders[model]?.some(({ provider }) => provider === name),
      );
      return { name, state, failures, closedForMs, pausedMs, reason, waiting, busy, models };
    });
    return { providers };
  }

  private async counts(): Promise<Map<string, { waiting: number; busy: number }>> {
    const rows: { provider: string; waiting: number; busy: number }[] = await this.database.query(
      `SELECT provider, count(*) FILTER (WHERE state = 'pending')::int AS waiting,
              count(*) FILTER (WHERE state = ANY($1))::int AS busy
         FROM requests WHERE state IN ('pending', 'submitting', 'unknown', 'running', 'collecting') GROUP BY provider`,
      [AT_PROVIDER],
    );
    return new Map(rows.map(({ provider, ...counts }) => [provider, counts]));
  }
}
