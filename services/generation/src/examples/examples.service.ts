import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { Example } from '@luit/contracts/generation/examples';
import { EXAMPLE_LIMITS } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { RequestEntity } from '../request-rows/request.entity';
import { ExampleEntity } from './example.entity';

type NewExample = RequestOf<typeof operationsCalls.addExample>;
type Removal = RequestOf<typeof operationsCalls.removeExample>;

const REFUSAL = 'Only a finished video that was made from a prompt alone can be an example';

/** Requests with a video that can be shown: finished, from a prompt alone, neither deleted by their owner nor taken down. */
const CAN_BE_SHOWN = {
  state: 'succeeded',
  type: 'video',
  outputKey: Not(IsNull()),
  posterKey: Not(IsNull()),
  eraseAt: IsNull(),
  takedown: IsNull(),
} as const;

/** Finished videos that operators show to everyone. They stay with their requests, so deleting one ends its use as an example. */
@Injectable()
export class ExamplesService {
  constructor(private readonly database: DataSource) {}

  /** Latest first. */
  @OnCall(generationCalls.listExamples)
  async list(): Promise<{ examples: Example[] }> {
    return { examples: await listExamples(this.database.manager) };
  }

  /** @throws LuitError `not_found`; `conflict` if the video cannot be an example, is one already, or the list is full */
  @OnCall(operationsCalls.addExample)
  async add({ adminId, requestId, title }: NewExample): Promise<Example> {
    return this.database.transaction(async (manager) => {
      // Two operators at once must not exceed the limit.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('generation.examples'))`);
      const request = await manager.findOneBy(RequestEntity, { id: requestId });
      if (!request) throw new LuitError('not_found', 'Job not found');
      if (!(await manager.existsBy(RequestEntity, { id: requestId, ...CAN_BE_SHOWN }))) {
        throw new LuitError('conflict', REFUSAL);
      }
      if (await manager.existsBy(ExampleEntity, { requestId })) {
        throw new LuitError('conflict', 'This video is already an example');
      }
      if ((await listExamples(manager)).length >= EXAMPLE_LIMITS.count) {
        throw new LuitError('conflict', `There are already ${EXAMPLE_LIMITS.count} examples. Remove one first.`);
      }
      await manager.save(manager.create(ExampleEntity, { requestId, title }));
      await record(manager, 'example_added', adminId, request, { title, ownerAgreed: 'yes' });
      const added = (await listExamples(manager)).find(({ id }) => id === requestId);
      if (!added) throw new Error(`Request ${requestId} is not among the examples`);
      return added;
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(operationsCalls.removeExample)
  async remove({ adminId, requestId }: Removal): Promise<void> {
    await this.database.transaction(async (manager) => {
      const row = await manager.findOneBy(ExampleEntity, { requestId });
      const request = await manager.findOneBy(RequestEntity, { id: requestId });
      const { affected } = await manager.delete(ExampleEntity, { requestId });
      if (!row || !request || affected === 0) throw new LuitError('not_found', 'Example not found');
      await record(manager, 'example_removed', adminId, request, { title: row.title });
    });
  }
}

async function listExamples(manager: EntityManager): Promise<Example[]> {
  const examples = await manager.find(ExampleEntity, { order: { createdAt: 'DESC' } });
  const ids = examples.map(({ requestId }) => requestId);
  const requests = await manager.findBy(RequestEntity, { id: In(ids), ...CAN_BE_SHOWN });
  const names = await manager.query<{ id: string; name: string }[]>(
    `SELECT r.id, m.entry ->> 'name' AS name
       FROM requests r JOIN model_revisions m ON m.model = r.model AND m.revision = r.model_revision
      WHERE r.id = ANY ($1)`,
    [ids],
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const byId = new Map(requests.map((request) => [request.id, request]));
  return examples.flatMap((row) => {
    const request = byId.get(row.requestId);
    return request ? [toExample(row, request, nameOf.get(request.id) ?? request.model)] : [];
  });
}

function record(
  manager: EntityManager,
  action: AuditEntry['action'],
  adminId: string,
  { id, userId }: RequestEntity,
  details: Record<string, string>,
): Promise<void> {
  const entry = { id: uuidv7(), adminId, action, subject: id, details, userIds: [userId] };
  return writeEvent(manager, operationsEvents.operatorActed, entry);
}

/** @param request one that can be shown */
function toExample({ title, createdAt }: ExampleEntity, request: RequestEntity, modelName: string): Example {
  const { id, prompt, outputKey, posterKey, model, credits, planId, duration, resolution, options } = request;
  if (outputKey === null || posterKey === null || duration === null) throw new Error(`Request ${id} has no video`);
  return {
    id,
    title,
    prompt,
    outputKey,
    posterKey,
    model,
    modelName,
    credits,
    planId,
    duration,
    resolution: resolution as Example['resolution'],
    aspectRatio: options?.aspectRatio ?? null,
    cameraMotion: options?.cameraMotion ?? null,
    style: options?.style ?? null,
    addedAt: createdAt.toISOString(),
  };
}
