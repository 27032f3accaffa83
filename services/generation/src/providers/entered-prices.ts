import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CostTable } from '../provider-costs/job-cost';
import { ProviderCostsService } from '../provider-costs/provider-costs.service';

/** How soon an entered price decides about failover, milliseconds. */
const INTERVAL_MS = 30_000;

/** What a model can be ordered to do. Seconds; null for an image. */
interface Variant {
  resolution: string;
  duration: number | null;
}

interface Supported {
  durations: number[];
  resolutions: string[];
}

/** What the providers of a model charge today, as operators entered it. */
@Injectable()
export class EnteredPrices implements OnApplicationBootstrap {
  private table = new CostTable([], []);
  private variants = new Map<string, Variant[]>();
  private day = '';

  constructor(
    private readonly database: DataSource,
    private readonly costs: ProviderCostsService,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('entered-prices', INTERVAL_MS, () => this.refresh(), { firstMs: 0 });
  }

  async refresh(): Promise<void> {
    const [{ prices, rates }, models] = await Promise.all([
      this.costs.list(),
      this.database.query<{ id: string; supports: Supported[]; day: string }[]>(
        `SELECT id, supports, to_char(now() AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day FROM models`,
      ),
    ]);
    this.table = new CostTable(prices, rates);
    this.variants = new Map(models.map(({ id, supports }) => [id, supports.flatMap(variantsOf)]));
    this.day = models[0]?.day ?? '';
  }

  /**
   * Compares providers of a model by their prices in rupees. Null if the price, or its exchange rate, of any of them is unknown
   * for any duration and resolution.
   *
   * @returns whether a provider costs no more than another one, whatever is ordered
   */
  comparisonOf(model: string, providers: string[]): ((provider: string, other: string) => boolean) | null {
    const variants = this.variants.get(model) ?? [];
    const micros = new Map<string, bigint[]>();
    for (const provider of providers) {
      const costs = variants.map((variant) => this.table.costOf({ provider, model, day: this.day, ...variant }));
      const known = costs.flatMap((cost) => ('micros' in cost ? [cost.micros] : []));
      if (known.length === 0 || known.length < variants.length) return null;
      micros.set(provider, known);
    }
    const of = (provider: string) => micros.get(provider) ?? [];
    return (provider, other) => of(provider).every((cost, i) => cost <= of(other)[i]!);
  }
}

function variantsOf({ durations, resolutions }: Supported): Variant[] {
  const all = durations.length > 0 ? durations : [null];
  return resolutions.flatMap((resolution) => all.map((duration) => ({ resolution, duration })));
}
