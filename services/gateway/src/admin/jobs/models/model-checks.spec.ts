import { authCalls } from '@luit/contracts/auth/messages';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { StoredCheck } from '@luit/contracts/generation/model-checks';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const check: StoredCheck = {
  ...{
    id: uuidv7(),
    kind: 'schema',
    provider: 'fal',
    model: 'fal-ai/kling',
    state: 'waiting',
    input: null,
    taskId: null,
  },
  ...{
    fields: null,
    outputUrl: null,
    outputKey: null,
    error: null,
    createdAt: '2026-11-29T09:00:00.000Z',
    endedAt: null,
  },
};

describe('checks of models', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(generationCalls.readModelSchema, () => check);
    gateway.services.answer(generationCalls.tryModel, () => check);
    gateway.services.answer(generationCalls.getModelCheck, () => check);
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'post', path: string) =>
    request(gateway.url)
      [method](`/api/admin/model-checks${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('a schema is read and a model is run for the operator, and read until they end', async () => {
    await send('post', '/schema').send({ provider: 'fal', model: ' fal-ai/kling/v3 ' }).expect(201);
    const run = { entry: SHIPPED_MODELS[0], provider: 'fal', start: 'text', prompt: 'A river' };
    await send('post', '/run').send(run).expect(201);
    const { body } = await send('get', `/${check.id}`).expect(200);
    const { outputKey: _, ...shown } = check;
    expect(body).toMatchObject({ data: { check: shown } });
    gateway.services.answer(generationCalls.getModelCheck, () => ({
      ...check,
      outputKey: 'runner-outputs/a-tried.mp4',
    }));
    const { body: ended } = await send('get', `/${check.id}`).expect(200);
    expect(ended).toMatchObject({
      data: {
        check: { outputUrl: expect.stringMatching(/^\/api\/files\/runner-outputs\/a-tried.mp4\?expires=/) as string },
      },
    });
    const adminId = gateway.user.id;
    expect(gateway.services.received(generationCalls.readModelSchema)).toEqual([
      { adminId, provider: 'fal', model: 'fal-ai/kling/v3' },
    ]);
    expect(gateway.services.received(generationCalls.tryModel)).toEqual([{ adminId, ...run }]);
  });

  it.each([
    { provider: 'No Id', model: 'a/b' },
    { provider: 'fal', model: 'a' },
    { provider: 'fal', model: '../../secrets' },
    { provider: 'replicate', model: 'https://evil.example/a' },
    { provider: 'fal', model: `a/${'b'.repeat(300)}` },
  ])('refuses $provider $model', (body) => send('post', '/schema').send(body).expect(400));

  it('an entry of 10 MB is refused before it is read', async () => {
    const entry = { id: 'x'.repeat(10_000_000) };
    await send('post', '/run').send({ entry, provider: 'fal', start: 'text', prompt: 'A river' }).expect(413);
  });
});
