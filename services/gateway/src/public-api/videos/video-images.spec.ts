import { choicesOf } from '@luit/contracts/generation/catalog/choices';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { picture, pictureOfBytes } from '../../test/test-images';
import { testModel } from '../../test/test-models';
import { newUser } from '../../test/test-tokens';
import type { PublicModel } from '../models/public-model';

const sha256 = (image: Buffer) => createHash('sha256').update(image).digest('hex');
const reference = (image: Buffer) => ({ image_url: `data:image/jpeg;base64,${image.toString('base64')}` });

describe('last frames and reference images of the public API', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let images: [Buffer, Buffer, Buffer];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    images = [await picture('jpeg'), await pictureOfBytes(60_000), await pictureOfBytes(70_000)];
    const rich = SHIPPED_MODELS.find(({ id }) => id === 'seedance-2')!;
    const choices = {
      text: choicesOf(rich, 'text', rich.routes[0])!,
      image: choicesOf(rich, 'image', rich.routes[0])!,
    };
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [
        testModel('seedance', { isDefault: true }),
        testModel('stableVideo'),
        testModel('zeroscope'),
        { ...testModel('seedance-2'), choices },
      ],
      retired: [],
      imageModels: [],
      restorePlans: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(generationCalls.createRequest, create);
  });
  beforeEach(() => created());
  afterAll(() => gateway.close());

  function create({ userId, type, imageKey, lastImageKey, referenceKeys = [] }: NewRequest): RequestRecord {
    const record = recordOf(userId, { type, jobStatus: 'pending' });
    return { ...record, imageKey: imageKey ?? null, lastImageKey: lastImageKey ?? null, referenceKeys };
  }
  const created = () => gateway.services.received(generationCalls.createRequest);
  const stored = () => readdir(join(gateway.storageDir, 'uploads')).catch((): string[] => []);
  /** Each account has a rate. */
  const post = (path: string) => request(gateway.url).post(path).set(keys.add(newUser().id).headers);

  it('JSON and forms carry a first and a last frame', async () => {
    const [first, last] = images;
    const body = { prompt: 'it moves', input_reference: reference(first), last_frame: reference(last) };
    await post('/v1/videos').send(body).expect(200);
    await post('/v1/videos')
      .field('prompt', 'it moves')
      .attach('last_frame', last, 'last.jpg')
      .attach('input_reference', first, 'first.jpg')
      .expect(200);
    const both = { type: 'image_video', imageHash: sha256(first), lastImageHash: sha256(last) };
    expect(created()).toMatchObject([both, both]);
  });

  it('JSON and forms carry reference images in their order', async () => {
    const body = { model: 'seedance-2', prompt: 'it moves' };
    await post('/v1/videos')
      .send({ ...body, reference_images: images.map(reference) })
      .expect(200);
    const form = post('/v1/videos').field(body).attach('reference_images[]', images[0], '0.jpg');
    await form
      .field('reference_images[1][image_url]', reference(images[1]).image_url)
      .attach('reference_images', images[2], '2.jpg')
      .expect(200);
    const all = { type: 'video', referenceHashes: images.map(sha256) };
    expect(created()).toMatchObject([all, all]);
  });

  it('what a model does not take is refused by its field like in the studio, and nothing is kept', async () => {
    const before = await stored();
    const [first, last] = images.map(reference);
    const refusals = [
      [{ model: 'stableVideo', input_reference: first, last_frame: last }, 'last_frame', 'unsupported_combination'],
      [{ model: 'seedance', reference_images: [first] }, 'reference_images', 'unsupported_combination'],
      [{ model: 'zeroscope', reference_images: [first] }, 'input_reference', 'unsupported_combination'],
      [{ model: 'seedance-2', reference_images: Array(10).fill(first) }, 'reference_images', 'unsupported_combination'],
      [{ model: 'seedance', last_frame: last }, 'last_frame', 'validation_failed'],
      [
        { model: 'seedance-2', input_reference: first, reference_images: [last] },
        'reference_images',
        'validation_failed',
      ],
      [{ reference_images: first }, 'reference_images', 'validation_failed'],
      [{ reference_images: Array(17).fill({ image_url: '' }) }, 'reference_images', 'validation_failed'],
      [
        { reference_images: [first, { image_url: 'https://example.com/a.jpg' }] },
        'reference_images',
        'validation_failed',
      ],
      [{ last_frame: { image_url: 'data:image/gif;base64,AAAA' } }, 'last_frame', 'validation_failed'],
    ] as const;
    for (const [input, field, code] of refusals) {
      const { body } = await post('/v1/videos')
        .send({ prompt: 'it moves', ...input })
        .expect(400);
      expect(body).toMatchObject({ code, details: { [field]: expect.any(String) as string } });
    }
    const form = post('/v1/videos').field('prompt', 'it moves');
    for (let i = 0; i < 17; i += 1) void form.attach('reference_images[]', images[0], `${i}.jpg`);
    const { body } = await form.expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', error: { param: 'reference_images' } });
    expect(created()).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('a quote refuses the same', async () => {
    const rich = { model: 'seedance-2', resolution: '480p', seconds: '4' };
    await post('/v1/quotes')
      .send({ ...rich, reference_image_count: 9 })
      .expect(200);
    await post('/v1/quotes')
      .send({ ...rich, has_input_reference: true, has_last_frame: true })
      .expect(200);
    for (const [input, field] of [
      [{ ...rich, reference_image_count: 10 }, 'reference_images'],
      [{ model: 'stableVideo', has_input_reference: true, has_last_frame: true }, 'last_frame'],
    ] as const) {
      const { body } = await post('/v1/quotes').send(input).expect(400);
      expect(body).toMatchObject({
        code: 'unsupported_combination',
        details: { [field]: expect.any(String) as string },
      });
    }
  });

  it('models say which images they take', async () => {
    const propertiesOf = async (id: string) => {
      const { headers } = keys.add(newUser().id);
      const { body } = await request(gateway.url).get(`/v1/models/${id}`).set(headers).expect(200);
      const { from_image: schema } = (body as PublicModel).luit.parameters;
      return Object.keys((schema as { properties: object }).properties).filter((name) =>
        /_(reference|frame|images)/.test(name),
      );
    };
    expect(await propertiesOf('seedance-2')).toEqual(['input_reference', 'last_frame', 'reference_images']);
    expect(await propertiesOf('stableVideo')).toEqual(['input_reference']);
  });
});
