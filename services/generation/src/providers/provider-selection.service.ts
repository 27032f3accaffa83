import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig, type ModelProvider } from '../config';
import { modelOf } from '../request-state/steps';
import type { RequestEntity } from '../request-state/request.entity';
import { type Health, ProviderHealthService } from './provider-health.service';

const DEFAULT_PROVIDERS: [ModelProvider] = [{ provider: 'replicate', cost: null }];

export interface Selection {
  provider: string;
  /** Its circuit breaker is half open and admits one job. */
  isProbe: boolean;
}

/**
 * Selects the first provider of a model that is available and costs no more than the preferred one. A provider is unavailable
 * while its circuit breaker is open and while its Retry-After lasts.
 */
@Injectable()
export class ProviderSelectionService {
  constructor(
    private readonly health: ProviderHealthService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  preferred(model: string): string {
    return this.providersOf(model)[0].provider;
  }

  /** The preferred provider of a model, then those that may take over for it. */
  candidatesOf(model: string): string[] {
    const [preferred, ...others] = this.providersOf(model);
    return [preferred, ...others.filter((other) => costsNoMore(other, preferred))].map(({ provider }) => provider);
  }

  /** The first candidate that admits a job now. */
  choose(health: Map<string, Health>, candidates: string[]): Selection | undefined {
    const provider = candidates.find((candidate) => {
      const { closedForMs = 0, pausedMs = 0 } = health.get(candidate) ?? {};
      return closedForMs === 0 && pausedMs === 0;
    });
    return provider === undefined ? undefined : { provider, isProbe: health.get(provider)?.state === 'half_open' };
  }

  /** Whether another provider could take the job now. A job that was resubmitted stays: its task may run there. */
  async hasAlternative(manager: EntityManager, row: RequestEntity): Promise<boolean> {
    if (row.resubmissions > 0) return false;
    const selected = this.choose(await this.health.read(manager), this.candidatesOf(modelOf(row)));
    return selected !== undefined && selected.provider !== row.provider;
  }

  private providersOf(model: string): [ModelProvider, ...ModelProvider[]] {
    return this.config.modelProviders[model] ?? DEFAULT_PROVIDERS;
  }
}

/** An unknown cost counts as equal. */
function costsNoMore({ cost }: ModelProvider, preferred: ModelProvider): boolean {
  return cost === null || preferred.cost === null || cost <= preferred.cost;
}
