import { stateAt } from '@luit/contracts/generation/catalog/lifecycle';
import type { ModelDetails } from '@luit/contracts/generation/model-editor';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { assertNone, LOCK_MODELS } from '../model-revisions/model-revisions';
import { readModels } from '../model-revisions/published-models';
import { modelOf, readDetails } from './model-details';
import { soldPlans, unsold } from './sold-plans';

/** Changes the model that makes the plans. Nothing else stores their prices, so they change with it. */
@Injectable()
export class DefaultModelService {
  constructor(private readonly database: DataSource) {}

  /** @throws LuitError `not_found`, `validation_failed` */
  @OnCall(operationsCalls.setDefaultModel)
  set({ adminId, id, reason }: RequestOf<typeof operationsCalls.setDefaultModel>): Promise<ModelDetails> {
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_MODELS);
      const models = await readModels(manager);
      const { entry, isDefault } = modelOf(models, id);
      if (isDefault) return readDetails(manager, id);
      const now = new Date();
      // A deprecated model would leave the plans without a price on its last day.
      const isLiveVideo = entry.output === 'video' && stateAt(entry, now) === 'live';
      assertNone(isLiveVideo ? [] : [{ path: 'id', message: 'The default is a live model that makes videos' }]);
      const sold = await soldPlans(manager, now);
      // In two statements, because the index of the only default is checked row by row.
      await manager.query(`UPDATE models SET is_default = false WHERE is_default`);
      await manager.query(`UPDATE models SET is_default = true WHERE id = $1`, [id]);
      assertNone(unsold(sold, await soldPlans(manager, now)));
      const before = models.find((model) => model.isDefault)?.id;
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), adminId, action: 'default_model_changed', subject: id },
        details: { default: `${before} → ${id}`, reason },
      });
      return readDetails(manager, id);
    });
  }
}
