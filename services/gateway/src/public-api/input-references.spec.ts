import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import OpenAI from 'openai';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../test/gateway-test-app';
import { TestApiKeys } from '../test/test-api-keys';
import { picture, pictureOfBytes } from '../test/test-images';
import { newUser } from '../test/test-tokens';
import { testModel } from '../test/test-models';

const MAX_BYTES = 10 * 1024 * 1024;
const sha256 = (image: Buffer) => createHash('sha256').update(image).digest('hex');
const dataUrl = (image: Buffer, type = 'jpeg') => `data:image/${type};base64,${image.toString('base64')}`;

describe('images of the public API', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let key: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    ({ key, headers } = keys.add(gateway.user.id));
    const plan = { name: 'Standard', popular: false, description: '', duration: 5, credits: 18 };
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [{ ...plan, id: '5s-480p', quality: '480p' as const }],
      models: [testModel('seedance', { isDefault: true })],
      imageModels: [],
      restorePlans: [{ id: 'restore-standard', quality: 'standard' as const, credits: 12 }],
      restoreModel: 'gfpgan',
      retired: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(generationCalls.createRequest, create);
  });
  beforeEach(() => gateway.services.received(generationCalls.createRequest));
  afterAll(() => gateway.close());

  function create({ userId, type, prompt = '', imageKey, restore }: NewRequest): RequestRecord {
    const record = recordOf(userId, { type, prompt, restore: restore ?? null, jobStatus: 'pending' });
    return { ...record, imageKey: imageKey ?? null };
  }
  const created = () => gateway.services.received(generationCalls.createRequest);
  const stored = () => readdir(join(gateway.storageDir, 'uploads')).catch((): string[] => []);
  /** A new account for each, because an account has a rate. */
  const post = (path: string, body: string | object, { headers: own } = keys.add(newUser().id)) =>
    request(gateway.url)
      .post(path)
      .set(own)
      .type('json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));

  const ROUTES = [
    ['/v1/videos', 'input_reference', { prompt: 'it moves' }],
    ['/v1/restorations', 'image', {}],
  ] as const;

  describe.each(ROUTES)('%s', (path, field, input) => {
    const isFirst = path === ROUTES[0][0];

    // Both routes read bodies and forms with the same code.
    const sizes = rowsOf([30_000, 48_000, 60_000, 1_500_000, MAX_BYTES], (bytes) => isFirst || bytes < MAX_BYTES);
    it.each(sizes)('a data URL of an image of %d bytes', async (bytes) => {
      const image = await pictureOfBytes(bytes);
      await post(path, { ...input, [field]: { image_url: dataUrl(image) } }).expect(200);
      const form = request(gateway.url).post(path).set(keys.add(newUser().id).headers);
      for (const [name, value] of Object.entries(input)) void form.field(name, value);
      await form.field(`${field}[image_url]`, dataUrl(image)).expect(200);
      expect(created().map(({ imageHash }) => imageHash)).toEqual([sha256(image), sha256(image)]);
    });

    const kinds = rowsOf(['JSON', 'form'] as const, (kind) => (kind === 'JSON') === isFirst);
    it.each(kinds)('an image of one byte too many in a %s is refused, and nothing is stored', async (kind) => {
      const before = await stored();
      const url = dataUrl(await pictureOfBytes(MAX_BYTES + 1));
      const form = request(gateway.url).post(path).set(keys.add(newUser().id).headers);
      const sent =
        kind === 'JSON'
          ? post(path, { ...input, [field]: { image_url: url } })
          : form.field({ ...input, [`${field}[image_url]`]: url });
      expect((await sent.expect(413)).body).toMatchObject({
        code: 'payload_too_large',
        detail: expect.stringContaining('10MB') as string,
      });
      expect(created()).toEqual([]);
      expect(await stored()).toEqual(before);
    });

    it('a large body may have escaped slashes, other fields and no announced length', async () => {
      const image = await pictureOfBytes(200_000);
      const body = JSON.stringify({
        metadata: { note: 'see "data:image/' },
        [field]: { image_url: dataUrl(image) },
        ...input,
      });
      await post(path, body.replaceAll('/', '\\/')).expect(200);
      const sent = httpRequest(`${gateway.url}${path}`, {
        method: 'POST',
        headers: {
          ...keys.add(newUser().id).headers,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
      });
      const answered = new Promise<unknown>((resolve) => sent.once('response', (response) => resolve(json(response))));
      sent.end(body);
      expect(await answered).toMatchObject({ luit: {} });
      expect(created()).toMatchObject([
        { imageHash: sha256(image), metadata: { note: 'see "data:image/' } },
        { imageHash: sha256(image), metadata: { note: 'see "data:image/' } },
      ]);
    });

    it.each([
      ['a text that is none', '*'.repeat(90_000)],
      ['a line break', `${'A'.repeat(80_000)}\n${'A'.repeat(80_000)}`],
      ['an end in the middle', `${'A'.repeat(80_000)}==${'A'.repeat(80_000)}`],
    ])('base64 with %s is refused', async (_what, base64) => {
      const { body } = await post(path, { ...input, [field]: { image_url: `data:image/png;base64,${base64}` } }).expect(
        400,
      );
      expect(body).toMatchObject({ code: 'validation_failed', error: { param: field } });
    });

    it.each([
      ['another field', { metadata: { image_url: '' } }],
      ['a field that does not exist', { more: '' }],
    ])('a large image in %s is refused', async (_what, place) => {
      const text = dataUrl(await pictureOfBytes(100_000));
      const { body } = await post(path, JSON.stringify({ ...input, ...place }).replace('""', `"${text}"`)).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed' });
      expect(created()).toEqual([]);
    });

    it('a large body without an image is refused', async () => {
      await post(path, { ...input, [field]: { image_url: `https://example.com/${'a'.repeat(100_000)}` } }).expect(400);
    });

    it('no field of a form is cut: one that is too long is named', async () => {
      for (const name of ['prompt', 'metadata[order]', field, 'quality', 'more']) {
        const form = request(gateway.url).post(path).set(keys.add(newUser().id).headers);
        for (const [other, value] of Object.entries(input)) if (other !== name) void form.field(other, value);
        const { body } = await form.field(name, 'x'.repeat(16 * 1024 + 1)).expect(400);
        expect(body).toMatchObject({ code: 'validation_failed', error: { param: name.replace(/\[.*/, '') } });
      }
      expect(created()).toEqual([]);
    });

    it('four large bodies of an account are read at a time', async () => {
      const account = keys.add(newUser().id);
      const statuses: (number | undefined)[] = [];
      const sent = Array.from({ length: 6 }, () => {
        const sending = httpRequest(`${gateway.url}${path}`, {
          method: 'POST',
          headers: { ...account.headers, 'content-type': 'application/json', 'content-length': 200_000 },
        });
        sending.write('{"prompt":"');
        return sending.once('response', ({ statusCode }) => statuses.push(statusCode));
      });
      await eventually(() => expect(statuses).toEqual([503, 503]));
      for (const sending of sent) sending.on('error', () => undefined).destroy();
    });
  });

  it('the openai client sends a data URL in a form', async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const image = await pictureOfBytes(3_000_000);
    await client.videos.create({ prompt: 'it moves', input_reference: { image_url: dataUrl(image) } });
    expect(created()).toMatchObject([{ type: 'image_video', imageHash: sha256(image) }]);
  });

  it('a form with a file and a data URL is refused', async () => {
    const image = await picture('jpeg');
    const form = request(gateway.url).post('/v1/videos').set(headers).field('prompt', 'a');
    await form
      .attach('input_reference', image, 'a.jpg')
      .field('input_reference[image_url]', dataUrl(image))
      .expect(400);
    expect(created()).toEqual([]);
  });

  it('forms of the web app do not cut fields either', async () => {
    const form = request(gateway.url).post('/api/generate-image-video').set(gateway.bearer());
    const { body } = await form.field('prompt', 'x'.repeat(16 * 1024 + 1)).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: { prompt: expect.any(String) as string } });
  });
});
