import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig, type ModelProvider } from '../config';
import type { LockedRequest } from '../requests/locked-request';
import { modelOf } from '../jobs/steps';
import type { RequestEntity } from '../requests/request.entity';
import { ProviderHealthService } from './provider-health.service';
import { failovers } from './provider-metrics';

const DEFAULT_PROVIDERS: [ModelProvider] = [{ provider: 'replicate', cost: null }];

/** Shortest pause before a provider that is cut off is thought of again, milliseconds. */
const LOOK_AGAIN_MS = 500;

export type Choice =
  | { provider: string; isProbe: boolean }
  /** Milliseconds until one of them may be tried. */
  | { waitMs: number };

/** Where a job is submitted: at the first of its model's providers that is not cut off and costs no more. */
@Injectable()
export class ProviderSelectionService {
  constructor(
    private readonly health: ProviderHealthService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  preferred(model: string): string {
    return this.providersOf(model)[0].provider;
  }

  /** A job whose first submission is in doubt stays where it was: its task may live there. */
  async choose(
    manager: EntityManager,
    row: Pick<RequestEntity, 'model' | 'colorModel' | 'coloredKey' | 'provider' | 'resubmissions'>,
  ): Promise<Choice> {
    const [preferred, ...others] = this.providersOf(modelOf(row));
    const isPinned = row.resubmissions > 0;
    const allowed = isPinned
      ? [row.provider]
      : [preferred, ...others.filter((other) => costsNoMore(other, preferred))].map(({ provider }) => provider);
    const health = await this.health.read(manager);
    let waitMs = Infinity;
    for (const provider of allowed) {
      const found = health.get(provider);
      if (!found || found.closedForMs === 0) return { provider, isProbe: found?.state === 'half_open' };
      waitMs = Math.min(waitMs, found.closedForMs);
    }
    return { waitMs: Math.max(waitMs, LOOK_AGAIN_MS) };
  }

  /** Moves a job that nobody has taken yet. */
  async move(request: LockedRequest, provider: string): Promise<void> {
    const { provider: from } = request.row;
    if (from === provider) return;
    await request.write({ provider });
    await request.note('provider changed', { from, to: provider });
    request.afterCommit(() => failovers.inc({ from, to: provider }));
  }

  private providersOf(model: string): [ModelProvider, ...ModelProvider[]] {
    return this.config.modelProviders[model] ?? DEFAULT_PROVIDERS;
  }
}

/** Costs that are not told count as equal. */
function costsNoMore({ cost }: ModelProvider, preferred: ModelProvider): boolean {
  return cost === null || preferred.cost === null || cost <= preferred.cost;
}
