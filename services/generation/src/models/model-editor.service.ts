import { LuitError } from '@luit/contracts/errors';
import { isOfferedAt, lifecycleProblems, retirementOf } from '@luit/contracts/generation/catalog/lifecycle';
import { type LoweredPrice, loweredPrices } from '@luit/contracts/generation/catalog/lowered-prices';
import type { EntryProblem, ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { notOffered } from '@luit/contracts/generation/catalog/offered-values';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { ModelDetails } from '@luit/contracts/generation/model-editor';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';
import { assertNone, checked, LOCK_MODELS, ModelRevisions } from '../model-revisions/model-revisions';
import { ProviderCostsService } from '../provider-costs/provider-costs.service';
import { type PublishedModel, readModels } from '../model-revisions/published-models';
import { modelOf, readDetails } from './model-details';
import { lossOf, lossText } from './model-loss';
import { soldPlans, unsold } from './sold-plans';

type Publication = RequestOf<typeof operationsCalls.publishModel>;

const SHOWN_PRICES = 4;

/** Lets operators publish the entries of models. Accepted requests keep the revision that they were priced with. */
@Injectable()
export class ModelEditorService {
  constructor(
    private readonly database: DataSource,
    private readonly revisions: ModelRevisions,
    private readonly costs: ProviderCostsService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** @throws LuitError `not_found` */
  @OnCall(operationsCalls.getModel)
  get({ id }: { id: string }): Promise<ModelDetails> {
    return readDetails(this.database.manager, id);
  }

  /**
   * Of two operators who publish at the same time, the second one is refused.
   *
   * @throws LuitError `not_found`; `conflict` with `details.revision`; `validation_failed` by path; `approval_required` with `details.prices`
   */
  @OnCall(operationsCalls.publishModel)
  async publish(publication: Publication): Promise<ModelDetails> {
    const { adminId, id, expectedRevision, reason, restored, needsApproval, approvedBy, acceptsLoss } = publication;
    const { creditMicros } = publication;
    const costs = creditMicros === undefined || acceptsLoss ? null : await this.costs.current();
    const proposed = await this.proposed(publication);
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_MODELS);
      const models = await readModels(manager);
      const current = modelOf(models, id);
      const entry = checked(proposed);
      // Publishing the same entry again puts missing routes back.
      if (isDeepStrictEqual(entry, current.entry) && current.missing.length === 0) return readDetails(manager, id);
      if (current.revision !== expectedRevision) {
        throw new LuitError('conflict', `Revision ${current.revision} was published in the meantime`, {
          details: { revision: current.revision },
        });
      }
      const now = new Date();
      const entries = models.map((each) => each.entry);
      const isOffered = isOfferedAt(entry, now);
      assertNone([
        ...(isOffered ? notOffered(entry) : []),
        ...this.faultsOf(entry, current, isOffered),
        ...(await unknownProviders(manager, entry.routes)),
        ...lifecycleProblems(entry, entries, now),
      ]);
      const loss = costs && isOffered ? lossOf(entry, costs, creditMicros!) : null;
      if (loss) throw new LuitError('conflict', lossText(loss), { details: { loss } });
      const sold = await soldPlans(manager, now);
      await this.revisions.publish(manager, entry, { publishedBy: adminId, reason });
      assertNone(unsold(sold, await soldPlans(manager, lastChange(entry, now))));
      const before = isOfferedAt(current.entry, now) ? current.entry : null;
      const lowered = isOffered ? loweredPrices(before, entry) : [];
      if (needsApproval && lowered.length > 0) {
        const details = { name: entry.name, prices: pricesText(lowered) };
        throw new LuitError('approval_required', 'A second operator must approve lower prices', { details });
      }
      const published = await readDetails(manager, id);
      await writeEvent(manager, operationsEvents.operatorActed, {
        id: uuidv7(),
        adminId,
        action: 'model_published',
        subject: id,
        details: {
          revision: `${current.revision} → ${published.revision}`,
          reason,
          ...(restored !== undefined && { restored: String(restored) }),
          ...(acceptsLoss && { acceptsLoss: 'yes' }),
          ...(approvedBy && { approvedBy }),
        },
      });
      await publishDeprecation(manager, current.entry, entry);
      return published;
    });
  }

  private async proposed({ id, entry, restored }: Publication): Promise<unknown> {
    if (restored === undefined) return entry;
    const earlier = await this.revisions.entryOf(id, restored);
    if (!earlier) throw new LuitError('not_found', `Revision ${restored} not found`);
    return earlier;
  }

  /** What the entry cannot say about itself. */
  private faultsOf(entry: ModelEntry, model: PublishedModel, isOffered: boolean): EntryProblem[] {
    const { id, entry: current, isDefault } = model;
    const problems: EntryProblem[] = [];
    if (entry.id !== id) problems.push({ path: 'id', message: `The id of this model stays ${id}` });
    if (entry.output !== current.output) {
      problems.push({ path: 'output', message: `This model keeps making a ${current.output}` });
    }
    // Neither may retire by the clock.
    if (isDefault && entry.state !== 'live') {
      problems.push({
        path: 'state',
        message: 'This is the default model, whose prices the plans have. Make another one the default first',
      });
    }
    if (entry.output === 'colorization' && entry.state !== 'live' && current.state === 'live') {
      problems.push({ path: 'state', message: 'The setting RESTORE_COLOR_MODEL turns this step off' });
    }
    const routes = entry.routes.map(({ provider }) => provider);
    for (const provider of isOffered ? (this.config.modelProviders[id] ?? []) : []) {
      if (!routes.includes(provider)) {
        problems.push({
          path: 'routes',
          message: `The setting MODEL_PROVIDERS sends jobs to ${provider}, so it needs a route`,
        });
      }
    }
    return problems;
  }
}

/** A route that no worker could ever use. */
export async function unknownProviders(manager: EntityManager, routes: ModelEntry['routes']): Promise<EntryProblem[]> {
  const known = await manager.query<{ id: string }[]>(`SELECT id FROM provider_instances`);
  return routes.flatMap(({ provider }, i) => {
    const isKnown = known.some(({ id }) => id === provider);
    return isKnown ? [] : [{ path: `routes.${i}.provider`, message: `There is no provider ${provider}` }];
  });
}

/** Tells programs about a deprecation once. A revision that says the same about it says nothing new. */
async function publishDeprecation(manager: EntityManager, before: ModelEntry, after: ModelEntry): Promise<void> {
  const facts = ({ state, endsAt, replacement }: ModelEntry) => ({ state, endsAt, replacement });
  if (after.state !== 'deprecated' || isDeepStrictEqual(facts(before), facts(after))) return;
  const { deprecatedSince } = modelOf(await readModels(manager), after.id);
  await writeEvent(manager, generationEvents.modelDeprecated, {
    ...{ noticeId: uuidv7(), id: after.id, name: after.name },
    ...{ since: deprecatedSince!.toISOString(), endsAt: after.endsAt!, replacement: after.replacement ?? null },
  });
}

/** When the entry will have its last state. */
function lastChange({ state, endsAt }: ModelEntry, now: Date): Date {
  return state === 'deprecated' && endsAt ? retirementOf(endsAt) : now;
}

/** The first lower prices, for the operator who approves them. */
function pricesText(lowered: LoweredPrice[]): string {
  const shown = lowered.slice(0, SHOWN_PRICES).map(({ values: { duration, resolution, quality }, before, after }) => {
    const choice = [duration && `${duration} s`, resolution ?? quality].filter(Boolean).join(' ');
    return `${choice} ${before ?? 'not sold'} → ${after}`.trim();
  });
  const others = lowered.length - shown.length;
  return [...shown, ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
}
