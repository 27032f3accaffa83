import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ModelRevisions } from '../model-revisions/model-revisions';
import { PublishedModels } from '../model-revisions/published-models';
import { modelOf } from '../request-state/steps';
import type { LockedRequest } from '../request-state/locked-request';
import type { RequestEntity } from '../request-rows/request.entity';
import { candidatesOf } from '../provider-costs/takeovers';
import { ProviderCharges } from './provider-charges';
import { type Health, ProviderHealthService } from './provider-health.service';

export interface Selection {
  provider: string;
  /** Its circuit breaker is half open and admits one job. */
  isProbe: boolean;
}

/**
 * Selects providers of a model that are available and cost no more than the preferred one. A provider is unavailable
 * while its circuit breaker is open, while its Retry-After lasts, and while it is draining or off.
 */
@Injectable()
export class ProviderSelectionService {
  constructor(
    private readonly health: ProviderHealthService,
    private readonly prices: ProviderCharges,
    private readonly published: PublishedModels,
    private readonly revisions: ModelRevisions,
  ) {}

  /** Undefined if no provider has the model. */
  async preferred(model: string, manager?: EntityManager): Promise<string | undefined> {
    return (await this.published.providersOf(model, manager))[0];
  }

  /** The providers of jobs that wait for `provider`. No other one takes test requests, and the test provider takes no others. */
  async candidatesAt(provider: string, model: string, manager?: EntityManager): Promise<string[]> {
    return provider === TEST_PROVIDER ? [TEST_PROVIDER] : this.candidatesOf(model, manager);
  }

  /** The preferred provider of a model, then the providers that may take over for it. */
  async candidatesOf(model: string, manager?: EntityManager): Promise<string[]> {
    return candidatesOf(model, await this.published.providersOf(model, manager), this.prices.known());
  }

  /** Whether another provider has the model, by the revision of the job. It need not admit jobs now. */
  async hasOtherRoute({ manager, row }: LockedRequest): Promise<boolean> {
    const { model, modelRevision } = row;
    const step = modelOf(row);
    const others = (await this.published.providersOf(step, manager)).filter((provider) => provider !== row.provider);
    const entry = step === model ? await this.revisions.entryOf(model, modelRevision, manager) : undefined;
    const has = (name: string) => entry?.routes.some((route) => route.provider === name) ?? true;
    return row.resubmissions === 0 && candidatesOf(step, others, this.prices.known()).some(has);
  }

  /**
   * The candidates that admit jobs now, in order: the candidates that one job may probe, then the first one with a closed circuit breaker.
   * A probe may be impossible, for example because unconfirmed jobs occupy all slots, and must not hold up the other jobs. A provider that
   * refused our account is probed even if it comes later: it answers at once, and the job moves on.
   */
  admitting(health: Map<string, Health>, candidates: string[]): Selection[] {
    const available = candidates.filter((provider) => {
      const { closedForMs = 0, pausedMs = 0, isStopped = false } = health.get(provider) ?? {};
      return closedForMs === 0 && pausedMs === 0 && !isStopped;
    });
    const isProbe = (provider: string) => health.get(provider)?.state === 'half_open';
    const closed = available.findIndex((provider) => !isProbe(provider));
    const probes = available.filter(
      (provider, i) => isProbe(provider) && (closed === -1 || i < closed || mayAcceptAgain(health.get(provider))),
    );
    const selected = closed === -1 ? [] : [{ provider: available[closed]!, isProbe: false }];
    return [...probes.map((provider) => ({ provider, isProbe: true })), ...selected];
  }

  /**
   * The providers that relieve the one that `admitting` selects: each takes the jobs that have waited longer than the routes before it allow. A
   * provider that one job would probe relieves nobody.
   */
  async relieving(
    health: Map<string, Health>,
    candidates: string[],
    model: string,
  ): Promise<(Selection & { afterSeconds: number })[]> {
    const found = (await this.published.all()).find(({ id }) => id === model);
    const relieving: (Selection & { afterSeconds: number })[] = [];
    let afterSeconds = 0;
    const closed = candidates.filter((provider) => {
      const [first] = this.admitting(health, [provider]);
      return first?.isProbe === false;
    });
    for (const [i, provider] of closed.entries()) {
      if (i > 0) relieving.push({ provider, isProbe: false, afterSeconds });
      const wait = found?.entry.routes.find((route) => route.provider === provider)?.waitSeconds;
      if (wait === undefined) break;
      afterSeconds += wait;
    }
    return relieving;
  }

  /** Returns true if another provider could take the job now. A resubmitted job stays, because its task may run at its provider. */
  async hasAlternative(manager: EntityManager, row: RequestEntity): Promise<boolean> {
    if (row.resubmissions > 0) return false;
    const candidates = await this.candidatesAt(row.provider, modelOf(row), manager);
    const admitting = this.admitting(await this.health.read(manager), candidates);
    return admitting.some(({ provider }) => provider !== row.provider);
  }
}

/** The provider refused our account, and its answers to checks cannot show whether it still does. */
function mayAcceptAgain(health: Health | undefined): boolean {
  return health !== undefined && health.isAccountRefused && health.isReachable;
}
