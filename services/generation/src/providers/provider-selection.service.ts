import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig, type ModelProvider } from '../config';
import { modelOf } from '../request-state/steps';
import type { RequestEntity } from '../request-rows/request.entity';
import { candidatesOf } from '../provider-costs/takeovers';
import { EnteredPrices } from './entered-prices';
import { type Health, ProviderHealthService } from './provider-health.service';
import { PublishedRoutes } from './published-routes';

const DEFAULT_PROVIDERS: [ModelProvider] = [{ provider: 'replicate', cost: null }];

export interface Selection {
  provider: string;
  /** Its circuit breaker is half open and admits one job. */
  isProbe: boolean;
}

/**
 * Selects providers of a model that are available and cost no more than the preferred one. A provider is unavailable
 * while its circuit breaker is open, while its Retry-After lasts, and while an operator has taken it out of rotation.
 */
@Injectable()
export class ProviderSelectionService {
  constructor(
    private readonly health: ProviderHealthService,
    private readonly prices: EnteredPrices,
    private readonly routes: PublishedRoutes,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  preferred(model: string): string {
    return this.providersOf(model)[0].provider;
  }

  /** The provider of a new request. Test accounts have their own provider for every model. */
  preferredFor(userId: string, model: string): string {
    return isTestAccount(userId) ? TEST_PROVIDER : this.preferred(model);
  }

  /** The providers of jobs that wait for `provider`. No other one takes test requests, and the test provider takes no others. */
  candidatesAt(provider: string, model: string): string[] {
    return provider === TEST_PROVIDER ? [TEST_PROVIDER] : this.candidatesOf(model);
  }

  /** The preferred provider of a model, then the providers that may take over for it. */
  candidatesOf(model: string): string[] {
    return candidatesOf(model, this.providersOf(model), this.prices.known());
  }

  /**
   * The candidates that admit jobs now, in order: the candidates that one job may probe, then the first one with a closed circuit breaker.
   * A probe may be impossible, for example because unconfirmed jobs occupy all slots, and must not hold up the other jobs. A provider that
   * refused our account is probed even if it comes later: it answers at once, and the job moves on.
   */
  admitting(health: Map<string, Health>, candidates: string[]): Selection[] {
    const available = candidates.filter((provider) => {
      const { closedForMs = 0, pausedMs = 0, isOut = false } = health.get(provider) ?? {};
      return closedForMs === 0 && pausedMs === 0 && !isOut;
    });
    const isProbe = (provider: string) => health.get(provider)?.state === 'half_open';
    const closed = available.findIndex((provider) => !isProbe(provider));
    const probes = available.filter(
      (provider, i) => isProbe(provider) && (closed === -1 || i < closed || mayAcceptAgain(health.get(provider))),
    );
    const selected = closed === -1 ? [] : [{ provider: available[closed]!, isProbe: false }];
    return [...probes.map((provider) => ({ provider, isProbe: true })), ...selected];
  }

  /** Returns true if another provider could take the job now. A resubmitted job stays, because its task may run at its provider. */
  async hasAlternative(manager: EntityManager, row: RequestEntity): Promise<boolean> {
    if (row.resubmissions > 0) return false;
    const admitting = this.admitting(await this.health.read(manager), this.candidatesAt(row.provider, modelOf(row)));
    return admitting.some(({ provider }) => provider !== row.provider);
  }

  /** The preferred provider of a model first; not all others may take over for it. Without a setting, the routes of its entry. */
  providersOf(model: string): [ModelProvider, ...ModelProvider[]] {
    const [preferred, ...others] = this.routes.of(model);
    return this.config.modelProviders[model] ?? (preferred ? [preferred, ...others] : DEFAULT_PROVIDERS);
  }
}

/** The provider refused our account, and its answers to checks cannot show whether it still does. */
function mayAcceptAgain(health: Health | undefined): boolean {
  return health !== undefined && health.isAccountRefused && health.isReachable;
}
