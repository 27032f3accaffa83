import { LuitError } from '@luit/contracts/errors';
import { choicesOf, refusalsOf, type Start, withDefaults } from '@luit/contracts/generation/catalog/choices';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { TaskRoute } from '@luit/contracts/generation/catalog/model-routes';
import { taskRouteOf, vendorInput } from '@luit/contracts/generation/catalog/vendor-input';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type StoredCheck, modelCheckJob } from '@luit/contracts/generation/model-checks';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { writeEvent, writeJob } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { assertNone, checked } from '../model-revisions/model-revisions';
import { newClientRef } from '../request-state/steps';

/** Stands for what the worker adds, in the input that operators see. */
const ADDED = { image: 'A sample image', reference: 'The id of the task' };
const UNFILLED: readonly string[] = ['image', 'lastImage', 'references', 'reference'];
const READ = `
  SELECT id, kind, provider, model, state, input, task_id AS "taskId", fields, output_url AS "outputUrl", output_key AS "outputKey", error,
         created_at AS "createdAt", ended_at AS "endedAt" FROM model_checks WHERE id = $1`;

type Row = Omit<StoredCheck, 'createdAt' | 'endedAt'> & { createdAt: Date; endedAt: Date | null };
interface Run {
  task: ProviderTask;
  /** What the vendor gets, with a word for what the worker adds. */
  input: Record<string, unknown>;
}

/** Has workers ask vendors about models for operators. A check is no request: nobody pays for it, and nothing counts it. */
@Injectable()
export class ModelChecksService {
  constructor(private readonly database: DataSource) {}

  @OnCall(generationCalls.readModelSchema)
  readSchema({ adminId, provider, model }: RequestOf<typeof generationCalls.readModelSchema>): Promise<StoredCheck> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ id: string }[]>(
        `INSERT INTO model_checks (admin_id, kind, provider, model) VALUES ($1, 'schema', $2, $3) RETURNING id`,
        [adminId, provider, model],
      );
      return enqueued(manager, row!.id);
    });
  }

  /** @throws LuitError `validation_failed` with the faults by path; `conflict` while another run of this model has not ended */
  @OnCall(generationCalls.tryModel)
  try({ adminId, entry: proposed, ...run }: RequestOf<typeof generationCalls.tryModel>): Promise<StoredCheck> {
    const entry = checked(proposed);
    const { task, input } = runOf(entry, run);
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ id: string }[]>(
        `INSERT INTO model_checks (admin_id, kind, provider, model, tried, task, input) VALUES ($1, 'run', $2, $3, $4, $5, $6)
         ON CONFLICT (tried) WHERE kind = 'run' AND ended_at IS NULL DO NOTHING RETURNING id`,
        [adminId, run.provider, task.route!.model, entry.id, task, input],
      );
      if (!row) throw new LuitError('conflict', 'A run of this model has not ended yet');
      await writeEvent(manager, operationsEvents.operatorActed, {
        id: uuidv7(),
        adminId,
        action: 'model_tried',
        subject: entry.id,
        details: { provider: run.provider, model: task.route!.model },
      });
      return enqueued(manager, row.id);
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(generationCalls.getModelCheck)
  get({ id }: { id: string }): Promise<StoredCheck> {
    return readCheck(this.database.manager, id);
  }
}

/**
 * The task and the input of one run with the defaults of the entry. Everything but the image and the reference is in the fixed fields of the
 * route, so a worker adds its sample image and nothing else.
 */
function runOf(
  entry: ModelEntry,
  { provider, start, prompt }: { provider: string; start: Start; prompt: string },
): Run {
  const entryRoute = entry.routes.find((each) => each.provider === provider);
  const taskRoute = taskRouteOf(entry, provider, start);
  const choices = choicesOf(entry, start, entryRoute);
  if (!choices || !taskRoute) {
    const message = entryRoute ? `The model does not start from ${start}` : 'The entry has no such route';
    throw new LuitError('validation_failed', message, { details: { [entryRoute ? 'start' : 'provider']: message } });
  }
  const values = withDefaults(choices, { ...(entry.parameters.prompt && { prompt }) });
  assertNone(
    refusalsOf(choices, { start, values }).map(({ field, words }) => ({
      path: field,
      message: `The model does not take ${words}`,
    })),
  );
  const { model, fixed: sent, workflow } = taskRoute;
  const fieldsOf = (isTaken: (name: string) => boolean): TaskRoute['fields'] =>
    Object.fromEntries(Object.entries(taskRoute.fields).filter(([name]) => isTaken(name)));
  const fields = fieldsOf((name) => name === 'reference' || (name === 'image' && start === 'image'));
  const others = fieldsOf((name) => !UNFILLED.includes(name));
  const fixed = vendorInput({ fields: others, fixed: sent }, values) as TaskRoute['fixed'];
  const route: TaskRoute = { model, fields, fixed, ...(workflow && { workflow }) };
  const task: ProviderTask = {
    ...{ provider, model: entry.id, route, type: typeOf(entry, start), prompt: '', resolution: '', restore: null },
    duration: values.duration ?? null,
    ...{ imageKey: null, clientRef: newClientRef(), webhookUrl: null },
  };
  return { task, input: vendorInput(route, ADDED) };
}

function typeOf({ output }: ModelEntry, start: Start): ProviderTask['type'] {
  if (output === 'restoration' || output === 'colorization') return 'restore';
  if (output === 'image') return 'image';
  return start === 'text' ? 'video' : 'image_video';
}

async function enqueued(manager: EntityManager, id: string): Promise<StoredCheck> {
  await writeJob(manager, modelCheckJob, id);
  return readCheck(manager, id);
}

async function readCheck(manager: EntityManager, id: string): Promise<StoredCheck> {
  const [row] = isUuid(id) ? await manager.query<Row[]>(READ, [id]) : [];
  if (!row) throw new LuitError('not_found', 'Check not found');
  return { ...row, createdAt: row.createdAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null };
}
