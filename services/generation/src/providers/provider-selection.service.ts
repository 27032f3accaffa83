import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig, type ModelProvider } from '../config';
import type { LockedRequest } from '../request-state/locked-request';
import { modelOf } from '../request-state/steps';
import type { RequestEntity } from '../request-state/request.entity';
import { ProviderHealthService } from './provider-health.service';
import { failovers } from './provider-metrics';

const DEFAULT_PROVIDERS: [ModelProvider] = [{ provider: 'replicate', cost: null }];

/** Minimum delay before a job checks its open circuit breakers again, milliseconds. */
const MIN_WAIT_MS = 500;

export type Selection =
  | { provider: string; isProbe: boolean }
  /** Milliseconds until a circuit breaker admits a probe. */
  | { waitMs: number };

/** Selects the first provider of a job's model whose circuit breaker is not open and which costs no more than the preferred one. */
@Injectable()
export class ProviderSelectionService {
  constructor(
    private readonly health: ProviderHealthService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  preferred(model: string): string {
    return this.providersOf(model)[0].provider;
  }

  /** A job that was resubmitted after an unknown submission stays at its provider: its task may run there. */
  async select(
    manager: EntityManager,
    row: Pick<RequestEntity, 'model' | 'colorModel' | 'coloredKey' | 'provider' | 'resubmissions'>,
  ): Promise<Selection> {
    const [preferred, ...others] = this.providersOf(modelOf(row));
    const isPinned = row.resubmissions > 0;
    const candidates = isPinned
      ? [row.provider]
      : [preferred, ...others.filter((other) => costsNoMore(other, preferred))].map(({ provider }) => provider);
    const health = await this.health.read(manager);
    let waitMs = Infinity;
    for (const provider of candidates) {
      const found = health.get(provider);
      if (!found || found.closedForMs === 0) return { provider, isProbe: found?.state === 'half_open' };
      waitMs = Math.min(waitMs, found.closedForMs);
    }
    return { waitMs: Math.max(waitMs, MIN_WAIT_MS) };
  }

  /** Moves a job that is not submitted yet. */
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

/** An unknown cost counts as equal. */
function costsNoMore({ cost }: ModelProvider, preferred: ModelProvider): boolean {
  return cost === null || preferred.cost === null || cost <= preferred.cost;
}
