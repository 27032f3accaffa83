import { generationCalls } from '@luit/contracts/generation/messages';
import { EXAMPLE_LIMITS } from '@luit/contracts/generation/limits';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('examples', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());
  afterEach(() => app.database.query('DELETE FROM examples'));

  const finished = async (input: Partial<NewRequest> = {}) => {
    const record = await app.create(input);
    await app.submit(record.id);
    await app.succeed(record.id);
    await app.set(record.id, `poster_key = 'outputs/${record.id}.webp'`);
    return record;
  };
  const list = async () => (await app.call(generationCalls.listExamples, {})).examples;
  const add = (requestId: string, title = 'Lamps') =>
    app.call(operationsCalls.addExample, { adminId, requestId, title, ownerAgreed: true });
  const remove = (requestId: string) => app.call(operationsCalls.removeExample, { adminId, requestId });

  it('an operator adds a finished video with its prompt and options, and removes it', async () => {
    const first = await finished({ aspectRatio: '1:1', cameraMotion: 'orbit', style: 'watercolor' });
    const second = await finished();
    const added = await add(first.id, '  Lamps on the water ');
    expect(added).toMatchObject({
      id: first.id,
      title: 'Lamps on the water',
      prompt: first.prompt,
      model: first.model,
      modelName: 'Seedance',
      credits: first.credits,
      planId: first.planId,
      duration: first.duration,
      aspectRatio: '1:1',
      cameraMotion: 'orbit',
      style: 'watercolor',
    });
    expect(added.outputKey).toMatch(/\.mp4$/);
    await add(second.id);
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list())[1]).toEqual(added);
    await remove(first.id);
    expect((await list()).map(({ id }) => id)).toEqual([second.id]);
    await expect(remove(first.id)).rejects.toMatchObject({ code: 'not_found' });
    const acted = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2 ORDER BY id`,
      [operationsEvents.operatorActed.name, first.id],
    );
    expect(acted.map(({ payload }) => payload)).toMatchObject([
      {
        action: 'example_added',
        adminId,
        details: { title: 'Lamps on the water', ownerAgreed: 'yes' },
        userIds: [first.userId],
      },
      { action: 'example_removed', adminId, userIds: [first.userId] },
    ]);
  });

  it('a video that its owner deletes is no longer shown', async () => {
    const record = await finished();
    await add(record.id);
    await app.call(generationCalls.deleteRequest, { userId: record.userId, requestId: record.id });
    expect(await list()).toEqual([]);
    await expect(add(record.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('unfinished, failed and unknown videos, and those made from an image, cannot be added', async () => {
    const running = await app.create();
    await expect(add(running.id)).rejects.toMatchObject({ code: 'conflict' });
    const fromImage = await finished({ type: 'image_video', imageKey: 'uploads/a.png' });
    await expect(add(fromImage.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(add(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await expect(add(running.id, ' ')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await list()).toEqual([]);
  });

  it('a video is added once, and never more of them than the limit, also by operators at the same time', async () => {
    const record = await finished();
    const same = await Promise.allSettled([add(record.id), add(record.id)]);
    expect(same.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const others = await Promise.all(Array.from({ length: EXAMPLE_LIMITS.count - 2 }, () => app.create()));
    const ids = others.map(({ id }) => id);
    await app.database.query(
      `UPDATE requests SET state = 'succeeded', completed_at = now(), external_id = id, output_key = 'outputs/a.mp4',
          poster_key = 'outputs/a.webp' WHERE id = ANY ($1)`,
      [ids],
    );
    await app.database.query(`INSERT INTO examples SELECT unnest($1::uuid[]), 'Another'`, [ids]);
    const [first, second] = [await finished(), await finished()];
    const last = await Promise.allSettled([add(first.id), add(second.id)]);
    expect(last.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'conflict' } }]);
    expect(await list()).toHaveLength(EXAMPLE_LIMITS.count);

    // A deleted one makes room.
    await app.call(generationCalls.deleteRequest, { userId: record.userId, requestId: record.id });
    await add(last[0].status === 'rejected' ? first.id : second.id);
    expect(await list()).toHaveLength(EXAMPLE_LIMITS.count);
  });
});
