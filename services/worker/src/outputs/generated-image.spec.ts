import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { readCredentials } from '@luit/media/content-credentials/read-credentials';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { adapterOf } from '../test/vendors';
import { runJob } from '../test/run-job';
import { newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { outputKeysOf } from './output-keys';

/** The routes of models for images, one of each vendor that has some. */
const FLUX = {
  model: 'black-forest-labs/flux-dev',
  fields: { prompt: 'prompt', image: 'image' },
  fixed: { output_format: 'webp', megapixels: '0.25' },
};
const FLUX_AT_FAL = { model: 'fal-ai/flux/dev', fields: { prompt: 'prompt' }, fixed: { image_size: 'square' } };
const EDIT_AT_FAL = {
  model: 'google/nano-banana-2.1/edit',
  fields: { prompt: 'prompt', image: { as: 'list' as const, field: 'image_urls' } },
  fixed: { output_format: 'webp' },
};
const { signal } = new AbortController();

describe('images that a model generates', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    await app.startWorker();
  });
  afterAll(() => app.close());

  const generate = async (changes: Parameters<typeof newTask>[0]) => {
    const requestId = randomUUID();
    const task = newTask({ type: 'image', duration: null, resolution: '', route: FLUX, ...changes });
    return { requestId, ...(await runJob(app, requestId, task)) };
  };

  it('an image is stored in its format, with a label, AI metadata, credentials, a preview and a fingerprint', async () => {
    const { requestId, outcome } = await generate({});
    const outputKey = `outputs/${requestId}/image.webp`;
    expect(outcome).toMatchObject({
      ...{ kind: 'succeeded', outputKey, contentType: 'image/webp', durationSeconds: null },
      ...{ posterKey: `outputs/${requestId}/preview.jpg`, bytes: expect.any(Number) },
      fingerprint: expect.any(String),
    });
    expect(outputKeysOf(requestId)).toContain(outputKey);
    const file = join(app.storageDir, outputKey);
    const facts = await sharp(file).metadata();
    expect(facts).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(String(facts.xmp)).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    const known = await new KnownSigners(new FolderStorage(app.storageDir)).list();
    expect(await readCredentials(file, 'image/webp', known, signal)).toMatchObject({ state: 'intact' });
    expect((await readFile(file)).includes('c2pa.created')).toBe(true);
  });

  it('the image that it was made from is named as its input', async () => {
    const imageKey = `uploads/${randomUUID()}.png`;
    const source = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a98' } })
      .png()
      .toBuffer();
    const storage = new FolderStorage(app.storageDir);
    await storage.put(imageKey, Readable.from([source]), { contentType: 'image/png', maxBytes: 100_000 });
    const { outcome } = await generate({ imageKey });
    const file = await readFile(join(app.storageDir, (outcome as { outputKey: string }).outputKey));
    expect(await sharp(file).metadata()).toMatchObject({ width: 64, height: 48 });
    expect([file.includes('inputTo'), file.includes('First frame')]).toEqual([true, false]);
    const edited = await generate({ imageKey, provider: 'fal', route: EDIT_AT_FAL });
    expect(edited.outcome).toMatchObject({ kind: 'succeeded', contentType: 'image/webp' });
  });

  it('what is not an image fails the job', async () => {
    const { outcome } = await generate({ prompt: 'A kite [bad-output]' });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'bad_output', code: 'no_image' } });
  });

  it('fal returns the first of its list', async () => {
    const { externalId, outcome } = await generate({ provider: 'fal', route: FLUX_AT_FAL });
    expect(outcome).toMatchObject({ kind: 'succeeded', contentType: 'image/jpeg' });
    const { outputUrl } = await adapterOf('fal', app.sandbox).get(externalId, signal);
    expect(outputUrl).toMatch(/out-0\.jpg$/);
  });
});
