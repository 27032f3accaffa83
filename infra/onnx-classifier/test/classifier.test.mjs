import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { SAFETY_CATEGORIES } from '../../../services/contracts/dist/generation/limits.js';
import { ClassifierClient } from '../../../services/platform/dist/classifiers/classifier-client.js';
import workerPackage from '../../../services/worker/package.json' with { type: 'json' };
import ownPackage from '../package.json' with { type: 'json' };
import { CATEGORIES } from '../src/labels.mjs';
import { ClassifierProcess, KEY, plainImage } from './classifier-process.mjs';
import { colorModel, MAGENTA_IS_VIOLENT } from './color-models.mjs';

const MAGENTA = '#f0f';
const GREEN = '#080';

it('ONNX Runtime prepares no telemetry', async () => {
  const classifier = await ClassifierProcess.start(colorModel(MAGENTA_IS_VIOLENT));
  await classifier.scores(await plainImage(GREEN));
  await classifier.stop();
  // Otherwise it keeps a device id and unsent events in the home folder.
  assert.deepEqual(classifier.files, ['model.onnx']);
});

describe('the classifier with a local model', () => {
  /** @type {ClassifierProcess} */
  let classifier;
  before(async () => {
    classifier = await ClassifierProcess.start(colorModel(MAGENTA_IS_VIOLENT), {
      MAX_BODY_BYTES: '100000',
      MAX_PIXELS: '10000',
    });
  });
  after(() => classifier.stop());

  const client = (apiKey = KEY) =>
    new ClassifierClient({ url: `${classifier.url}/classify`, apiKey, timeoutMs: 20_000 });

  it("answers Luit's own client: the scores of images are those of the worst one, and a text has none", async () => {
    const [magenta, green] = await Promise.all([plainImage(MAGENTA), plainImage(GREEN)]);
    const { violence: high = 0 } = await client().classify({ images: [magenta] });
    const { violence: low = 1 } = await client().classify({ images: [green] });
    assert.ok(high > 0.99 && low < 0.01, `${high} and ${low}`);
    assert.deepEqual(await client().classify({ images: [green, magenta, green] }), { violence: high });
    assert.deepEqual(await client().classify({ text: 'a river at dawn' }), {});
    await assert.rejects(client('another-key-of-16').classify({ images: [green] }), /status 401/);
  });

  it('reads JPEG, PNG and WebP, gray and transparent images', async () => {
    for (const format of /** @type {const} */ (['png', 'jpeg', 'webp'])) {
      const { violence = 0 } = await classifier.scores(await plainImage(MAGENTA, format));
      assert.ok(violence > 0.98, `${format}: ${violence}`);
    }
    const gray = await sharp(await plainImage('#888'))
      .grayscale()
      .png()
      .toBuffer();
    assert.ok(((await classifier.scores(gray)).violence ?? 1) < 0.1);
    const clear = { create: { width: 9, height: 9, channels: /** @type {const} */ (4), background: '#f0f0' } };
    const white = await classifier.scores(await plainImage('#fff'));
    assert.deepEqual(await classifier.scores(await sharp(clear).png().toBuffer()), white);
  });

  it('rejects what is no image of these formats, or too large, with 400 and stays up', async () => {
    const wide = { create: { width: 200, height: 51, channels: /** @type {const} */ (3), background: MAGENTA } };
    const damaged = await sharp({
      create: { ...wide.create, width: 64, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    })
      .jpeg()
      .toBuffer();
    const images = {
      text: Buffer.from('no image'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
      gif: await sharp(await plainImage(MAGENTA))
        .gif()
        .toBuffer(),
      'too many pixels': await sharp(wide).png().toBuffer(),
      damaged: damaged.subarray(0, damaged.length / 2),
    };
    for (const [name, image] of Object.entries(images)) {
      const response = await classifier.post({ images: [image.toString('base64')] });
      assert.equal(response.status, 400, name);
      assert.match(await response.text(), /damaged or too large/);
    }
    assert.ok(await classifier.scores(await plainImage(GREEN)));
  });

  it('rejects requests outside of the contract', async () => {
    const image = 'AAAA';
    const status = async (/** @type {unknown} */ body, headers = {}) => (await classifier.post(body, headers)).status;
    assert.equal(await status('{'), 400);
    assert.equal(await status([]), 400);
    assert.equal(await status({ text: 7 }), 400);
    assert.equal(await status({ images: [''] }), 400);
    assert.equal(await status({ images: Array(9).fill(image) }), 400);
    assert.equal(await status({ text: 'a' }, { 'content-type': 'text/plain' }), 415);
    assert.equal(await status({ text: 'a' }, { authorization: '' }), 401);
    assert.equal(await status({ text: 'a'.repeat(100_000) }), 413);
    assert.equal((await fetch(classifier.url)).status, 404);
    assert.equal((await fetch(`${classifier.url}/classify`)).status, 405);
  });

  it('stops reading a body without a length at the limit', async () => {
    const body = ReadableStream.from(Array(20).fill(Buffer.alloc(10_000, ' ')));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
    /** @type {RequestInit & { duplex: 'half' }} */
    const request = { method: 'POST', headers, body, duplex: 'half' };
    assert.equal((await fetch(`${classifier.url}/classify`, request)).status, 413);
  });

  it('logs requests without what they contain', async () => {
    await classifier.post({ text: 'a secret prompt' });
    const { time, level, service, instance, method, status, ms, images } = await classifier.line('HTTP request');
    assert.deepEqual(
      { level, service, method, status, images },
      {
        level: 'info',
        service: 'onnx-classifier',
        method: 'POST',
        status: 200,
        images: 1,
      },
    );
    for (const field of [time, instance, ms]) assert.ok(field !== undefined);
    assert.doesNotMatch(JSON.stringify(classifier.lines) + classifier.errors, /secret prompt|test-key/);
  });

  it("knows Luit's categories, and decodes images with the version of sharp that Luit uses", () => {
    assert.deepEqual(CATEGORIES, [...SAFETY_CATEGORIES]);
    assert.equal(ownPackage.dependencies.sharp, workerPackage.dependencies.sharp);
    assert.equal(ownPackage.dependencies.zod, workerPackage.dependencies.zod);
  });
});
