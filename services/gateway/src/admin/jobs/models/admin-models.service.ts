import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { Approval } from '@luit/contracts/billing/approvals';
import { LuitError } from '@luit/contracts/errors';
import type { ListedModel, ModelDetails } from '@luit/contracts/generation/model-editor';
import type { ShownModel } from '@luit/contracts/http/models';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';

type Publication = Pick<
  RequestOf<typeof operationsCalls.publishModel>,
  'entry' | 'restored' | 'expectedRevision' | 'reason' | 'acceptsLoss'
>;

/** What models offer, cost and are made by. */
@Injectable()
export class AdminModelsService {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  async list(): Promise<{ items: ListedModel[] }> {
    const { models } = await this.calls.call(operationsCalls.listAllModels, {
      creditMicros: await this.creditMicros(),
    });
    return { items: models };
  }

  /** @throws LuitError `validation_failed` with the faults by path */
  async create(
    { entry, reason }: Pick<RequestOf<typeof operationsCalls.createModel>, 'entry' | 'reason'>,
    admin: Operator,
  ): Promise<{ message: string; model: ShownModel }> {
    const model = await this.calls.call(operationsCalls.createModel, { adminId: admin.id, entry, reason });
    return { message: 'The model has been added as a draft', model: await this.shown(model) };
  }

  /** @throws LuitError `not_found` */
  async get(id: string): Promise<ShownModel> {
    return this.shown(await this.calls.call(operationsCalls.getModel, { id }));
  }

  /**
   * Lower prices make every credit worth more, so they wait for approval if approvals have a limit.
   *
   * @throws LuitError `not_found`; `conflict` with `details.revision` or `details.loss`; `validation_failed` with the faults by path
   */
  async publish(
    id: string,
    publication: Publication,
    admin: Operator,
    idempotencyKey: string = uuidv7(),
  ): Promise<{ message: string; model: ShownModel; approval: Approval | null }> {
    const needsApproval = await this.approvals.isOn();
    try {
      const creditMicros = await this.creditMicros();
      const published = { adminId: admin.id, id, ...publication, needsApproval, creditMicros };
      const model = await this.shown(await this.calls.call(operationsCalls.publishModel, published));
      return { message: 'The model has been published', model, approval: null };
    } catch (error) {
      if (!(error instanceof LuitError) || error.code !== 'approval_required') throw error;
      const { entry, restored, expectedRevision, reason } = publication;
      const approval = await this.approvals.request(admin, {
        action: { kind: 'model', modelId: id, entry, restored, expectedRevision },
        preview: { name: String(error.details?.['name'] ?? id), prices: String(error.details?.['prices'] ?? '') },
        reason,
        idempotencyKey,
      });
      return { message: APPROVAL_NEEDED, model: await this.get(id), approval };
    }
  }

  /** @throws LuitError `not_found`; `conflict` if it was offered */
  async remove(id: string, reason: string, admin: Operator): Promise<{ message: string }> {
    await this.calls.call(operationsCalls.deleteModel, { adminId: admin.id, id, reason });
    return { message: 'The model has been deleted' };
  }

  /** @throws LuitError `not_found`, `validation_failed` */
  async setDefault(id: string, reason: string, admin: Operator): Promise<{ message: string; model: ShownModel }> {
    const model = await this.calls.call(operationsCalls.setDefaultModel, { adminId: admin.id, id, reason });
    return { message: 'The default model has changed', model: await this.shown(model) };
  }

  /** What a credit of the cheapest pack is sold for, millionths of a rupee. Undefined without a pack. */
  private async creditMicros(): Promise<number | undefined> {
    const { creditPacks } = await this.calls.call(billingCalls.listPacks, {});
    const prices = creditPacks.map(({ price, credits }) => Math.floor((price * 1_000_000) / credits));
    return prices.length === 0 ? undefined : Math.min(...prices);
  }

  /** With the addresses of the operators who published. */
  private async shown({ revisions, ...model }: ModelDetails): Promise<ShownModel> {
    const { operators } = await this.calls.call(authCalls.listOperators, {});
    const emails = new Map(operators.map(({ id, email }) => [id, email]));
    return {
      ...model,
      revisions: revisions.map(({ revision, entry, publishedAt, publishedBy, reason }) => ({
        revision,
        entry,
        published_at: publishedAt,
        published_by: publishedBy && (emails.get(publishedBy) ?? publishedBy),
        reason,
      })),
    };
  }
}
