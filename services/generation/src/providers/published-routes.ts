import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ModelProvider } from '../config';

/** As soon as a replica offers a new entry, milliseconds. */
const INTERVAL_MS = 1_000;
const READ = `SELECT id, jsonb_path_query_array(entry, '$.routes[*].provider') AS providers FROM published_models`;

/** The providers of each model's routes, in order of preference. Their costs are those that operators entered. */
@Injectable()
export class PublishedRoutes implements OnApplicationBootstrap {
  private providers = new Map<string, ModelProvider[]>();

  constructor(
    private readonly database: DataSource,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('published-routes', INTERVAL_MS, () => this.refresh(), { firstMs: 0 });
  }

  /** As of the latest refresh; none for an unknown model. */
  of(model: string): ModelProvider[] {
    return this.providers.get(model) ?? [];
  }

  async refresh(): Promise<void> {
    const models = await this.database.query<{ id: string; providers: string[] }[]>(READ);
    this.providers = new Map(
      models.map(({ id, providers }) => [id, providers.map((provider) => ({ provider, cost: null }))]),
    );
  }
}
