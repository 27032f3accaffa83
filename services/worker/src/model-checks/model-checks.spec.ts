import { generationCalls } from '@luit/contracts/generation/messages';
import { type ClaimedModelCheck, modelCheckJob } from '@luit/contracts/generation/model-checks';
import { WORKFLOW_ROUTES } from '@luit/engines/testing/tasks';
import { eventually } from '@luit/platform/testing/eventually';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { contentTypeOf } from '@luit/platform/storage/storage';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { claimModelCheck, recordModelCheck } = generationCalls;
const [CHECK, JOB] = [randomUUID(), randomUUID()];
const KEPT = `runner-outputs/${CHECK}-tried`;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);

describe('checks of models in a worker', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    app.generation.instances!.push({
      ...{ id: 'attic', kind: 'runner', dialect: null, baseUrl: '', isOwn: true },
      ...{ sealedCredential: null, sealedWebhookSecret: null },
    });
    app.generation.instances!.push({
      ...{ id: 'garage', kind: 'comfyui', dialect: null, baseUrl: `${app.sandbox.url}/comfyui`, isOwn: true },
      ...{ sealedCredential: null, sealedWebhookSecret: null },
    });
    await app.startWorker();
  });
  afterAll(() => app.close());

  /** Runs a check to its end. @returns what the worker reported, in order */
  const run = async (claims: ClaimedModelCheck[], checkId = randomUUID()): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    app.generation.onAny(claimModelCheck, () => claims[0]!);
    app.generation.onAny(recordModelCheck, ({ checkId: _, ...report }) => {
      found.push(report);
      if (report.taskId) claims = [pollOf(claims[0]!, report.taskId)];
      return {};
    });
    await app.enqueue(modelCheckJob, checkId);
    await eventually(() => {
      const isEnd = found.some(({ fields, outputUrl, outputKey, error }) => fields ?? outputUrl ?? outputKey ?? error);
      if (!isEnd) throw new Error('Not ended');
    });
    return found;
  };
  const pollOf = (claim: ClaimedModelCheck, taskId: string): ClaimedModelCheck => {
    if (claim.action !== 'submit') throw new Error('Only a submission makes a task');
    return { action: 'poll', provider: claim.task.provider, taskId, duration: claim.task.duration };
  };
  const schema = (provider: string, model: string) => run([{ action: 'schema', provider, model }]);

  it('reads what Replicate publishes, with enumerations that are schemas of their own', async () => {
    const [report] = await schema('replicate', 'bytedance/seedance-2.0');
    expect(report?.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'prompt', type: 'text', isRequired: true }),
        expect.objectContaining({ name: 'duration', type: 'integer', minimum: -1, maximum: 15, preset: 5 }),
        expect.objectContaining({
          name: 'aspect_ratio',
          values: expect.arrayContaining(['21:9']) as string[],
          preset: '16:9',
        }),
        expect.objectContaining({ name: 'reference_images', type: 'list', preset: null }),
        expect.objectContaining({ name: 'generate_audio', type: 'boolean', preset: true }),
      ]),
    );
  });

  it('reads what fal publishes', async () => {
    const [report] = await schema('fal', 'bytedance/seedance-2.0/reference-to-video');
    expect(report?.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'duration',
          type: 'text',
          values: expect.arrayContaining(['auto', '15']) as string[],
        }),
        expect.objectContaining({ name: 'seed', type: 'integer', isRequired: false }),
      ]),
    );
  });

  it.each([
    ['replicate', 'nobody/nothing', /^http_404/],
    ['fal', 'nobody/nothing', /^http_404/],
    ['ark', 'seedance', /publishes no input schemas/],
    ['acme', 'seedance', /cannot use acme/],
  ])('%s %s ends with the reason', async (provider, model, reason) => {
    expect(await schema(provider, model)).toEqual([{ error: expect.stringMatching(reason) as string }]);
  });

  it.each(['replicate', 'fal', 'ark'])('runs a task at %s once, and reports its output', async (provider) => {
    const model = {
      replicate: 'bytedance/seedance-1-lite',
      fal: 'fal-ai/bytedance/seedance/v1/lite/image-to-video',
      ark: 'seedance-1-0-lite-i2v-250428',
    }[provider]!;
    const image = { replicate: 'image', fal: 'image_url', ark: 'first_frame' }[provider]!;
    const fixed: Record<string, string | number> =
      provider === 'ark'
        ? { text: 'A river', resolution: '480p', duration: 5 }
        : { prompt: 'A river', resolution: '480p' };
    const task = newTask({
      provider,
      type: 'image_video',
      route: { model, fields: { image }, fixed },
      webhookUrl: null,
    });
    const reports = await run([{ action: 'submit', task }]);
    expect(reports).toEqual([
      { taskId: expect.any(String) as string },
      { outputUrl: expect.stringMatching(/^http/) as string },
    ]);
  });

  it('runs a workflow at a server of the operator, and keeps what it made', async () => {
    const { fields, ...workflow } = WORKFLOW_ROUTES.text;
    const fixed = { '1.value': 'A river', '2.batch_size': 16, '2.width': 640, '2.height': 368, '3.fps': 8 };
    const route = { ...workflow, fields: { reference: fields.reference }, fixed };
    const task = newTask({ provider: 'garage', type: 'video', duration: 2, route, webhookUrl: null });
    const reports = await run([{ action: 'submit', task }], CHECK);
    expect(reports).toEqual([{ taskId: expect.any(String) as string }, { outputKey: `${KEPT}.mp4` }]);
    expect(await new FolderStorage(app.storageDir).stat(`${KEPT}.mp4`)).toMatchObject({ contentType: 'video/mp4' });
  });

  it.each([
    ['a PNG image', PNG, { outputKey: `${KEPT}.png` }],
    ['something else', Buffer.from('GIF89a..........'), { error: expect.stringMatching(/^no_video/) as string }],
  ])('joins %s that a runner delivered', async (_, content, report) => {
    const parts = ['runner-outputs/a.0.part', 'runner-outputs/a.1.part'];
    const storage = new FolderStorage(app.storageDir);
    for (const [i, part] of [content.subarray(0, 5), content.subarray(5)].entries())
      await storage.put(parts[i]!, Readable.from([part]), { contentType: contentTypeOf(parts[i]!), maxBytes: 1_000 });
    const output = { parts, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    const job = { id: JOB, state: 'succeeded', progress: null, failure: null, output } as const;
    app.generation.onAny(generationCalls.readRunnerJobs, () => ({ jobs: [job] }));
    const poll = { action: 'poll', provider: 'attic', taskId: `${JOB}.1`, duration: 2 } as const;
    expect(await run([poll], CHECK)).toEqual([report]);
    if ('outputKey' in report) {
      const stored = await storage.get(report.outputKey);
      expect(await buffer(stored!.stream)).toEqual(content);
    }
  });

  it('a refused run ends with the words of the vendor', async () => {
    const task = newTask({
      provider: 'replicate',
      route: { model: 'nobody/nothing', fields: {}, fixed: { prompt: 'A river' } },
    });
    expect(await run([{ action: 'submit', task }])).toEqual([
      { error: expect.stringMatching(/404|not found/i) as string },
    ]);
  });
});
