import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { testOptions } from '@luit/contracts/generation/testing/test-options';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const IMAGE = { type: 'image_video', imageKey: 'uploads/a.png' } as const;

describe('options of videos', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      modelProviders: {
        stableVideo: ['ark'],
        seedance: ['replicate'],
      },
    });
  });
  afterAll(() => app.close());

  const taskOf = async (input: Partial<NewRequest>) => {
    const record = await app.create(input);
    const claim = await app.claimSubmission(record.id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    return { record, task: claim.task };
  };

  const finished = async (input: Partial<NewRequest> = {}) => {
    const record = await app.create(input);
    await app.submit(record.id);
    await app.succeed(record.id);
    return record;
  };

  it('a video from a prompt is 16:9 and gets a seed, which its owner sees and its provider receives', async () => {
    const { record, task } = await taskOf({});
    expect(record.options).toMatchObject({ aspectRatio: '16:9', cameraMotion: null, extendOf: null });
    expect(record.options?.seed).toEqual(expect.any(Number));
    expect(task.options).toMatchObject({ aspectRatio: '16:9', seed: record.options?.seed });
    expect((await app.create()).options?.seed).not.toBe(record.options?.seed);
    expect((await app.get(record)).options).toEqual(record.options);
  });

  it('given options reach the provider and the owner', async () => {
    const framing = { x: 0, y: 1 };
    const options = { aspectRatio: '1:1', framing, seed: 2_147_483_647 } as const;
    const { record, task } = await taskOf({ ...IMAGE, ...options, lastImageKey: 'uploads/b.png' });
    expect(record).toMatchObject({ options, lastImageKey: 'uploads/b.png' });
    const { cameraMotion: _motion, style: _style, extendOf: _video, ...values } = testOptions(options);
    expect(task.options).toEqual({ ...values, lastImageKey: 'uploads/b.png', references: [], extendedKey: null });
    await app.call(generationCalls.recordSubmission, { requestId: record.id, lease: 1, externalId: 'task-options' });
    await app.set(record.id, 'next_poll_at = now()');
    const { polls } = await app.call(generationCalls.claimPolls, { workerId: 'worker-1', limit: 1 });
    expect(polls).toMatchObject([{ requestId: record.id, task: { options: task.options } }]);
    const zeroscope = await taskOf({ model: 'zeroscope', negativePrompt: ' people ' });
    expect(zeroscope.task.options).toMatchObject({ negativePrompt: 'people' });
  });

  it('an image without a ratio keeps its own, and a restoration has no options', async () => {
    expect((await app.create(IMAGE)).options).toMatchObject({ aspectRatio: null });
    const restore = { quality: 'standard', enhancement: 'standard', colorRestoration: false } as const;
    const photo = { type: 'restore', prompt: '', duration: undefined, restore, imageKey: 'uploads/a.png' } as const;
    expect((await app.create(photo)).options).toBeNull();
    await expect(app.create({ ...photo, seed: 1 })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    [{ model: 'zeroscope', aspectRatio: '9:16' }, 'Zeroscope does not support the aspect ratio 9:16'],
    [{ model: 'seedance', negativePrompt: 'rain' }, 'Seedance does not support a negative prompt'],
    [{ ...IMAGE, model: 'stableVideo', lastImageKey: 'uploads/b.png' }, 'Stable Video does not support a last frame'],
    // The only provider of this model here is ModelArk, where the seed identifies the task.
    [{ model: 'stableVideo', seed: 1 }, 'Stable Video does not support a seed'],
  ] satisfies [Partial<NewRequest>, string][])('%j is refused by the model', async (input, message) => {
    await expect(app.create(input)).rejects.toMatchObject({ code: 'unsupported_combination', message });
  });

  it('a provider that takes no seeds shows none', async () => {
    const { record } = await taskOf({ model: 'stableVideo' });
    expect(record.options).toMatchObject({ seed: null });
    // The dispatcher may choose a provider until a worker claims the submission.
    const { record: moved } = await taskOf({ seed: 5 });
    await app.set(moved.id, `provider = 'ark'`);
    expect((await app.get(moved)).options).toMatchObject({ seed: null });
  });

  it.each([
    { aspectRatio: 'original' },
    { aspectRatio: '1:1', framing: { x: 0.5, y: 0.5 } },
    { ...IMAGE, framing: { x: 0.5, y: 0.5 } },
    { ...IMAGE, aspectRatio: '1:1', framing: { x: 1.1, y: 0.5 } },
    { lastImageKey: 'uploads/b.png' },
    { seed: -1 },
    { seed: 2_147_483_648 },
    { negativePrompt: 'n'.repeat(501) },
    { cameraMotion: 'watercolor' },
    { style: 'unknown' },
    { extendOf: uuidv7() },
  ] satisfies Partial<NewRequest>[])('%j is invalid', async (input) => {
    await expect(app.create(input)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('the content policy applies to the negative prompt too [G-47]', async () => {
    const input = { model: 'zeroscope', negativePrompt: 'some CSAM' };
    await expect(app.create(input)).rejects.toMatchObject({ code: 'refused_by_policy' });
  });

  it('options are part of the input: the same key with another seed conflicts [G-46]', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'key', seed: 1, aspectRatio: '9:16' as const };
    const first = await app.create(input);
    // The position in the queue depends on the jobs of other tests.
    expect({ ...(await app.create(input)), queuePosition: null }).toEqual({ ...first, queuePosition: null });
    for (const change of [{ seed: 2 }, { aspectRatio: '1:1' as const }, { style: 'watercolor' }]) {
      await expect(app.create({ ...input, ...change })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    }
  });

  it('a retry repeats the options', async () => {
    const options = { aspectRatio: '9:16', framing: { x: 0.2, y: 0.8 }, seed: 9, style: 'watercolor' } as const;
    const failed = await app.create({ ...IMAGE, ...options, lastImageKey: 'uploads/b.png' });
    await app.call(generationCalls.cancelRequest, { requestId: failed.id, userId: failed.userId });
    const retried = await app.call(generationCalls.retryRequest, { requestId: failed.id, userId: failed.userId });
    expect(retried).toMatchObject({ options, lastImageKey: 'uploads/b.png', retryOf: failed.id });
  });

  it('presets are added to the prompt of the provider only, as they were at acceptance', async () => {
    const adminId = uuidv7();
    const created = {
      id: 'tilt',
      kind: 'camera',
      name: 'Tilt',
      description: 'Tilts.',
      text: '{prompt} Tilt.',
    } as const;
    await app.call(operationsCalls.createPreset, { adminId, ...created });
    const taken = app.call(operationsCalls.createPreset, { adminId, ...created });
    await expect(taken).rejects.toMatchObject({ code: 'conflict' });
    const before = await app.create({ prompt: 'A {prompt} boat', cameraMotion: 'tilt', style: 'watercolor' });
    const change = (isArchived: boolean, changes = {}) =>
      app.call(operationsCalls.changePreset, { adminId, id: 'tilt', changes, isArchived });
    await change(false, { text: 'Tilt down: {prompt}' });
    await change(true);
    const claim = await app.claimSubmission(before.id);
    const prompt = 'A {prompt} boat Tilt. In the style of a watercolor painting with soft, flowing colors.';
    expect(claim).toMatchObject({ task: { prompt } });
    expect(await app.get(before)).toMatchObject({ prompt: 'A {prompt} boat' });
    await expect(app.create({ cameraMotion: 'tilt' })).rejects.toMatchObject({ code: 'validation_failed' });
    const { presets } = await app.call(generationCalls.listPresets, {});
    expect(presets.map(({ kind }) => kind)).toEqual([
      ...Array<string>(6).fill('camera'),
      ...Array<string>(6).fill('style'),
    ]);
    await change(false);
    const { task } = await taskOf({ prompt: 'A boat', cameraMotion: 'tilt' });
    expect(task.prompt).toBe('Tilt down: A boat');
    const actions = await app.database.query<{ action: string }[]>(
      `SELECT payload ->> 'action' AS action FROM outbox WHERE name = $1 AND payload ->> 'adminId' = $2 ORDER BY seq`,
      [operationsEvents.operatorActed.name, adminId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'preset_created',
      'preset_changed',
      'preset_archived',
      'preset_restored',
    ]);
  });

  it('a prompt that presets make too long is refused', async () => {
    const prompt = 'p'.repeat(2_000);
    expect(await app.create({ prompt })).toMatchObject({ prompt });
    await expect(app.create({ prompt, style: 'watercolor' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { prompt: expect.stringContaining('2000') as string },
    });
  });

  it('a finished video is continued by its owner, with its last frame as the first one', async () => {
    const video = await finished();
    const { record, task } = await taskOf({ userId: video.userId, extendOf: video.id });
    expect(record).toMatchObject({ type: 'video', imageKey: null, options: { extendOf: video.id, aspectRatio: null } });
    expect(task).toMatchObject({ type: 'image_video', options: { extendedKey: `outputs/${video.id}.mp4` } });
    await app.call(generationCalls.recordSubmission, { requestId: record.id, lease: 1, externalId: 'task' });
    expect(await app.claimTracking(record.id)).toMatchObject({ task: { type: 'image_video' } });
    const unavailable = { code: 'validation_failed', details: { extendOf: expect.any(String) as string } };
    await expect(app.create({ extendOf: video.id })).rejects.toMatchObject(unavailable);
    const extend = { userId: record.userId, extendOf: record.id };
    await expect(app.create(extend)).rejects.toMatchObject(unavailable);
    const withoutImages = { userId: video.userId, extendOf: video.id, model: 'zeroscope' };
    await expect(app.create(withoutImages)).rejects.toMatchObject({ code: 'unsupported_combination' });
  });

  describe('a model that takes a range, sound, references and a strength', () => {
    const ID = 'zeroscope';
    const adminId = uuidv7();
    const shipped = SHIPPED_MODELS.find(({ id }) => id === ID)!;
    const entry = {
      ...shipped,
      starts: { text: true, image: { lastFrame: false, references: 2 } },
      parameters: {
        ...shipped.parameters,
        duration: { from: 4, to: 15, default: 6 },
        resolution: { values: ['480p', '720p', '1080p'], default: '720p' },
        aspectRatio: { values: ['16:9', '21:9'], default: '16:9' },
        sound: { default: false },
        strength: { from: 0, to: 100, default: 60 },
      },
      price: { perSecond: { '480p': 1_500, '720p': 3_000, '1080p': 7_001 }, sound: 1_500 },
      routes: shipped.routes.map((route) => ({
        ...route,
        model: { text: 'a/b', image: 'a/b' },
        fields: {
          ...{ prompt: 'prompt', negativePrompt: 'negative', duration: 'seconds', resolution: 'resolution' },
          ...{ aspectRatio: 'ratio', sound: 'audio', strength: 'strength', seed: 'seed' },
          ...{ image: 'image', references: 'references' },
        },
      })),
    };

    beforeAll(async () => {
      const change = { expectedRevision: 1, reason: 'A new version', needsApproval: false };
      await app.call(operationsCalls.publishModel, { adminId, id: ID, entry, ...change });
      await eventually(async () => expect(await app.create({ model: ID, duration: 4 })).toMatchObject({ duration: 4 }));
    });
    afterAll(async () => {
      const change = { expectedRevision: 2, reason: 'The shipped version', needsApproval: false };
      await app.call(operationsCalls.publishModel, { adminId, id: ID, entry: shipped, ...change });
      await eventually(() => expect(app.create({ model: ID, duration: 4 })).rejects.toThrow());
    });

    it('is asked for them, charged by the second and told all values', async () => {
      const references = [`uploads/${uuidv7()}.png`, `uploads/${uuidv7()}.png`];
      const asked = { duration: 7, resolution: '1080p', aspectRatio: '21:9', sound: true, strength: 30 } as const;
      const { record, task } = await taskOf({ model: ID, ...asked, referenceKeys: references });
      // 7 × 7.001 × 1.5 = 73.5105
      expect(record).toMatchObject({ credits: 74, planId: '7s-1080p', duration: 7, resolution: '1080p' });
      expect(record).toMatchObject({ referenceKeys: references, options: { sound: true, strength: 30 } });
      expect(task).toMatchObject({
        ...{ type: 'image_video', duration: 7, resolution: '1080p', imageKey: null },
        options: { aspectRatio: '21:9', sound: true, strength: 30, references },
      });
      const failed = await app.create({ model: ID, ...asked, referenceKeys: references });
      const repeated = { requestId: failed.id, userId: failed.userId };
      await app.call(generationCalls.cancelRequest, repeated);
      expect(await app.call(generationCalls.retryRequest, repeated)).toMatchObject({
        ...{ credits: 74, resolution: '1080p', referenceKeys: references },
        options: failed.options,
      });
      const { keys } = await app.call(generationCalls.listUnusedImages, { keys: [...references, 'uploads/other.png'] });
      expect(keys).toEqual(['uploads/other.png']);
    });

    it('completes what was left out with the defaults of the entry', async () => {
      const record = await app.create({ model: ID, duration: undefined });
      expect(record).toMatchObject({ credits: 18, duration: 6, resolution: '720p', options: { sound: false } });
      expect(record.options?.strength).toBeNull();
    });

    it.each([
      [{ duration: 16 }, 'duration', 'a duration of 16 seconds'],
      [{ resolution: '1440p' }, 'resolution', 'the resolution 1440p'],
      [{ strength: 20 }, 'strength', 'a strength of 20 %'],
      [{ referenceKeys: ['a', 'b', 'c'] }, 'references', '3 reference images'],
      [{ model: 'seedance', sound: true }, 'sound', 'sound'],
    ] satisfies [Partial<NewRequest>, string, string][])('refuses %j', async (input, field, words) => {
      const refused = app.create({ model: ID, ...input });
      await expect(refused).rejects.toMatchObject({
        code: 'unsupported_combination',
        details: { [field]: expect.stringMatching(new RegExp(`does not support ${words}$`)) as string },
      });
    });
  });

  it('the last image is kept while a request refers to it, and erased with the request', async () => {
    const lastImageKey = `uploads/${uuidv7()}.png`;
    const video = await finished({ ...IMAGE, lastImageKey, style: 'watercolor' });
    const unused = async () => (await app.call(generationCalls.listUnusedImages, { keys: [lastImageKey] })).keys;
    expect(await unused()).toEqual([]);
    await app.call(generationCalls.deleteRequest, { userId: video.userId, requestId: video.id });
    const { keys } = await app.call(generationCalls.listErasableFiles, { requestId: video.id });
    expect(keys).toContain(lastImageKey);
    await app.call(generationCalls.recordErased, { requestId: video.id });
    expect(await app.row(video.id)).toMatchObject({ last_image_key: null, options: null });
    expect(await unused()).toEqual([lastImageKey]);
  });
});
