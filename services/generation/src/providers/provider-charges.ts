import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CostTable } from '../provider-costs/job-cost';
import { ProviderCostsService } from '../provider-costs/provider-costs.service';
import { readModels } from '../model-revisions/published-models';
import type { Prices } from '../provider-costs/takeovers';

/** How soon an entered price decides about failover, milliseconds. */
const INTERVAL_MS = 30_000;

/** Today's charges of a model's providers, as operators entered them. */
@Injectable()
export class ProviderCharges implements OnApplicationBootstrap {
  private prices: Prices = { table: new CostTable([], []), entries: new Map(), day: '' };
  private refreshes = 0;

  constructor(
    private readonly database: DataSource,
    private readonly costs: ProviderCostsService,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('provider-charges', INTERVAL_MS, () => this.refresh(), { firstMs: 0 });
  }

  /** The prices at the latest refresh. */
  known(): Prices {
    return this.prices;
  }

  /** A later refresh has read newer rows, so an earlier one that takes longer does not replace them. */
  async refresh(): Promise<void> {
    const refresh = ++this.refreshes;
    const [costs, models] = await Promise.all([this.costs.current(), readModels(this.database.manager)]);
    const entries = new Map(models.map(({ id, entry }) => [id, entry]));
    if (refresh === this.refreshes) this.prices = { ...costs, entries };
  }
}
