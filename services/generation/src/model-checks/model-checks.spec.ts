import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { ModelCheckStepsService } from './model-check-steps.service';

const { readModelSchema, tryModel, getModelCheck, claimModelCheck, recordModelCheck } = generationCalls;
const shipped = (id: string) => SHIPPED_MODELS.find((each) => each.id === id)!;

describe('checks of models', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterEach(() => app.reset());
  afterAll(() => app.close());

  const adminId = uuidv7();
  const start = (changes: object = {}) =>
    app.call(tryModel, {
      ...{ adminId, entry: shipped('seedance'), provider: 'fal', start: 'text', prompt: 'A river' },
      ...changes,
    });
  const claim = (checkId: string) => app.call(claimModelCheck, { checkId });
  const record = (checkId: string, found: object) => app.call(recordModelCheck, { checkId, ...found });
  const read = (id: string) => app.call(getModelCheck, { id });

  it('a run is submitted once with the input of its route, and ends with the output', async () => {
    const { id, input } = await start();
    const chosen = { prompt: 'A river', duration: '5', resolution: '480p', aspect_ratio: '16:9' };
    const sent = { ...chosen, generate_audio: false };
    expect(input).toEqual(sent);
    expect(await claim(id)).toMatchObject({
      action: 'submit',
      task: { provider: 'fal', type: 'video', route: { fields: {}, fixed: sent }, webhookUrl: null },
    });
    await record(id, { taskId: 'fal-ai/bytedance/task' });
    expect(await claim(id)).toEqual({ action: 'poll', provider: 'fal', taskId: 'fal-ai/bytedance/task', duration: 5 });
    await record(id, { outputUrl: 'https://fal.media/a.mp4' });
    await record(id, { error: 'late' });
    expect(await read(id)).toMatchObject({ state: 'succeeded', outputUrl: 'https://fal.media/a.mp4', error: null });
    expect(await claim(id)).toEqual({ action: 'none' });
  });

  it('a run from an image sends a sample, and leaves the ratio to it', async () => {
    const { id, input } = await start({ start: 'image', provider: 'replicate' });
    const chosen = { prompt: 'A river', duration: 5, resolution: '480p', image: 'A sample image' };
    expect(input).toEqual({ ...chosen, aspect_ratio: 'adaptive', generate_audio: false });
    expect(await claim(id)).toMatchObject({ task: { type: 'image_video', route: { fields: { image: 'image' } } } });
  });

  it('a run of a workflow sends the graph with the defaults, to which the worker adds the image and the id', async () => {
    const graph = {
      1: { class_type: 'LoadImage', inputs: { image: 'x.png' } },
      2: { class_type: 'Video', inputs: { text: '', length: 1, start: ['1', 0] } },
      3: { class_type: 'SaveVideo', inputs: { video: ['2', 0], filename_prefix: 'x' } },
    };
    const fields = { prompt: '2.text', duration: '2.length', image: '1.image', reference: '3.filename_prefix' };
    const { description } = shipped('seedance');
    const { id, input } = await start({
      entry: {
        ...{ id: 'own', name: 'Own', description, output: 'video', starts: { image: {} }, state: 'draft' },
        parameters: {
          prompt: { maxCharacters: 100 },
          duration: { values: [5], default: 5 },
          resolution: { values: ['480p'], default: '480p' },
        },
        price: { perSecond: { all: 1_000 } },
        routes: [
          {
            ...{ provider: 'garage', model: { image: 'own' }, fields, limits: { runSeconds: 60 } },
            workflow: { graph, outputNode: '3' },
          },
        ],
      },
      ...{ provider: 'garage', start: 'image' },
    });
    expect(input).toMatchObject({
      1: { inputs: { image: 'A sample image' } },
      2: { inputs: { text: 'A river', length: 5, start: ['1', 0] } },
      3: { inputs: { filename_prefix: 'The id of the task' } },
    });
    expect(await claim(id)).toMatchObject({
      action: 'submit',
      task: {
        duration: 5,
        route: {
          fields: { image: '1.image', reference: '3.filename_prefix' },
          fixed: { '2.text': 'A river', '2.length': 5 },
          workflow: { graph, outputNode: '3' },
        },
      },
    });
  });

  it('no request, no count and no list of models includes a run', async () => {
    const { id } = await start();
    await claim(id);
    await record(id, { error: 'http_404: No such model' });
    expect(await read(id)).toMatchObject({ state: 'failed', error: 'http_404: No such model' });
    for (const table of ['requests', 'job_metric_deltas', 'margin_totals', 'margin_dues'])
      expect(await app.database.query(`SELECT FROM ${table}`)).toEqual([]);
    const [model] = (await app.call(operationsCalls.listAllModels, {})).models;
    expect(model?.lastDay.jobs).toBe(0);
    expect([app.billing.grants, app.billing.refunded]).toEqual([[], []]);
  });

  it('a worker that stops during a submission ends the run, which is not submitted again', async () => {
    const { id } = await start();
    await claim(id);
    expect(await claim(id)).toEqual({ action: 'none' });
    expect(await read(id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/stopped before/) as string });
  });

  it('a model has one run at a time, and operators are named in the audit log', async () => {
    const results = await Promise.allSettled([start(), start()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(start()).rejects.toMatchObject({ code: 'conflict' });
    await start({ entry: shipped('zeroscope'), provider: 'replicate' });
    const events = await app.database.query<object[]>(
      `SELECT payload FROM outbox WHERE payload ->> 'action' = 'model_tried' ORDER BY seq`,
    );
    expect(events).toMatchObject([
      { payload: { adminId, subject: 'seedance' } },
      { payload: { subject: 'zeroscope' } },
    ]);
  });

  it.each<[string, object, string]>([
    ['a route that the entry has not', { provider: 'acme' }, 'provider'],
    ['a start that the entry has not', { entry: shipped('zeroscope'), provider: 'replicate', start: 'image' }, 'start'],
    ['an entry with a fault', { entry: { ...shipped('seedance'), speed: 1 } }, 'speed'],
  ])('%s is refused', async (_, changes, path) => {
    await expect(start(changes)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { [path]: expect.any(String) as string },
    });
  });

  it('a schema is read once, and lost jobs are enqueued again until they are too old', async () => {
    const { id } = await app.call(readModelSchema, { adminId, provider: 'fal', model: 'fal-ai/kling' });
    expect(await claim(id)).toEqual({ action: 'schema', provider: 'fal', model: 'fal-ai/kling' });
    await app.database.query(`UPDATE model_checks SET enqueued_at = now() - interval '2 minutes'`);
    await app.resolve(ModelCheckStepsService).retryOverdue();
    const jobs = `SELECT FROM outbox WHERE name = 'model-check'`;
    expect((await app.database.query<object[]>(jobs)).length).toBeGreaterThanOrEqual(1);
    const [check] = await app.database.query<{ isRecent: boolean }[]>(
      `SELECT enqueued_at > now() - interval '1 minute' AS "isRecent" FROM model_checks`,
    );
    expect(check?.isRecent).toBe(true);
    await app.database.query(`UPDATE model_checks SET created_at = now() - interval '2 hours'`);
    expect(await claim(id)).toEqual({ action: 'none' });
    expect(await read(id)).toMatchObject({ state: 'failed', error: 'It did not end within an hour' });
    await expect(read('none')).rejects.toMatchObject({ code: 'not_found' });
  });
});
