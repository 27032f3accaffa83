import { LuitError } from '@luit/contracts/errors';
import type { ModelDetails } from '@luit/contracts/generation/model-editor';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { assertNone, checked, LOCK_MODELS } from '../model-revisions/model-revisions';
import { readDetails } from './model-details';
import { unknownProviders } from './model-editor.service';

/** The first revision of a model, which comes last on the screen. */
const CREATE = `
  WITH added AS (
    INSERT INTO model_revisions (model, revision, entry, published_by, reason) VALUES ($1, 1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING model, revision
  )
  INSERT INTO models (id, revision, position)
  SELECT model, revision, (SELECT coalesce(max(position), 0) + 1 FROM models) FROM added RETURNING id`;

/** Lets operators add models. A new model is a draft, which nobody is offered before it is published. */
@Injectable()
export class ModelCreatorService {
  constructor(private readonly database: DataSource) {}

  /**
   * The same entry again changes nothing, so a call whose answer was lost can be repeated.
   *
   * @throws LuitError `validation_failed` by path, at `id` if a model has the id in whatever case
   */
  @OnCall(operationsCalls.createModel)
  async create({ adminId, entry: proposed, reason }: RequestOf<typeof operationsCalls.createModel>) {
    const entry = checked(proposed);
    if (entry.state !== 'draft')
      assertNone([{ path: 'state', message: 'A new model is a draft until it is published' }]);
    assertNone(await unknownProviders(this.database.manager, entry.routes));
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_MODELS);
      const [taken] = await manager.query<{ id: string }[]>(`SELECT id FROM models WHERE lower(id) = lower($1)`, [
        entry.id,
      ]);
      const created = taken ? [] : await manager.query<object[]>(CREATE, [entry.id, entry, adminId, reason]);
      if (created.length === 0) return ownDraft(manager, taken?.id ?? entry.id, entry);
      await writeEvent(manager, operationsEvents.operatorActed, {
        id: uuidv7(),
        adminId,
        action: 'model_created',
        subject: entry.id,
        details: { revision: '1', reason },
      });
      return readDetails(manager, entry.id);
    });
  }

  /** @throws LuitError `not_found`; `conflict` if it was offered, because requests refer to its revisions */
  @OnCall(operationsCalls.deleteModel)
  remove({ adminId, id, reason }: RequestOf<typeof operationsCalls.deleteModel>) {
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_MODELS);
      const { isDeletable, revision } = await readDetails(manager, id);
      if (!isDeletable) throw new LuitError('conflict', 'This model was offered, so it can only be retired');
      await manager.query(`DELETE FROM models WHERE id = $1`, [id]);
      await manager.query(`DELETE FROM missing_routes WHERE model = $1`, [id]);
      await manager.query(`DELETE FROM model_revisions WHERE model = $1`, [id]);
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), adminId, action: 'model_deleted', subject: id },
        details: { revision: String(revision), reason },
      });
      return {};
    });
  }
}

/** The model, if it is this entry and still the first revision. @throws LuitError `validation_failed` at `id` */
async function ownDraft(manager: EntityManager, id: string, entry: object): Promise<ModelDetails> {
  const model = await readDetails(manager, id);
  if (model.revision === 1 && isDeepStrictEqual(model.entry, entry)) return model;
  const message = `${model.name} has the id ${id}`;
  throw new LuitError('validation_failed', message, { details: { id: message } });
}
