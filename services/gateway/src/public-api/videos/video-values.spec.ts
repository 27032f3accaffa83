import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { testModel } from '../../test/test-models';
import type { PublicModel } from '../models/public-model';

describe('values of /v1/videos', () => {
  let gateway: GatewayTestApp;
  let headers: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    headers = new TestApiKeys(gateway.services).add(gateway.user.id).headers;
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [testModel('seedance', { isDefault: true }), testModel('zeroscope')],
      retired: [],
      imageModels: [],
      restorePlans: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(generationCalls.createRequest, ({ userId }) => recordOf(userId));
  });
  afterAll(() => gateway.close());

  const post = (body: object) => request(gateway.url).post('/v1/videos').set(headers).send(body);

  it('a model says what it takes as JSON Schemas, with its exact price', async () => {
    const { body } = await request(gateway.url).get('/v1/models/zeroscope').set(headers).expect(200);
    const { price, parameters } = (body as PublicModel).luit;
    expect(price).toEqual({ perSecond: { '480p': 5_400, '720p': 10_800 } });
    expect(parameters.from_image).toBeNull();
    expect(parameters.from_prompt).toEqual({
      type: 'object',
      required: ['prompt'],
      properties: {
        prompt: { type: 'string', maxLength: 2_000 },
        negative_prompt: { type: 'string', maxLength: 500 },
        seconds: { type: 'string', enum: ['5', '10'], default: '5' },
        resolution: { type: 'string', enum: ['480p', '720p'], default: '480p' },
        aspect_ratio: { type: 'string', enum: ['16:9'], default: '16:9' },
        seed: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      },
    });
  });

  it('values are asked for by their own names, in JSON and in forms, and refused by them', async () => {
    const asked = { prompt: 'a', model: 'zeroscope', resolution: '720p', negative_prompt: 'rain', seed: '7' };
    await post({ ...asked, seconds: '10', seed: 7 }).expect(200);
    const form = request(gateway.url).post('/v1/videos').set(headers);
    for (const [name, value] of Object.entries({ ...asked, seconds: '10' })) void form.field(name, value);
    await form.expect(200);
    const values = { duration: 10, resolution: '720p', negativePrompt: 'rain', seed: 7 };
    expect(gateway.services.received(generationCalls.createRequest)).toMatchObject([values, values]);
    const refusals: [object, string, string][] = [
      [{ sound: true }, 'sound', 'unsupported_combination'],
      [{ aspect_ratio: '21:9' }, 'aspect_ratio', 'unsupported_combination'],
      [{ size: '1920x1080' }, 'size', 'unsupported_combination'],
      [{ size: '1280x720', resolution: '480p' }, 'size', 'validation_failed'],
      [{ strength: 101 }, 'strength', 'validation_failed'],
    ];
    for (const [input, field, code] of refusals) {
      const { body } = await post({ prompt: 'a', ...input }).expect(400);
      expect(body).toMatchObject({ code, details: { [field]: expect.any(String) as string } });
    }
  });
});
