import { authCalls } from '@luit/contracts/auth/messages';
import type { Example } from '@luit/contracts/generation/examples';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

describe('examples', () => {
  let gateway: GatewayTestApp;
  const id = uuidv7();
  const example: Example = {
    id,
    title: 'Lamps',
    prompt: 'Lamps on the water',
    outputKey: `outputs/${id}.mp4`,
    posterKey: `outputs/${id}.webp`,
    model: 'seedance',
    modelName: 'Seedance',
    credits: 18,
    planId: '5s-480p',
    duration: 5,
    resolution: '480p',
    aspectRatio: '16:9',
    cameraMotion: 'orbit',
    style: null,
    addedAt: '2026-11-25T10:00:00.000Z',
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(generationCalls.listExamples, () => ({ examples: [example] }));
    gateway.services.answer(operationsCalls.addExample, () => example);
    gateway.services.answer(operationsCalls.removeExample, () => ({}));
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'post' | 'delete', path: string) =>
    request(gateway.url)
      [method](`/api/admin/examples${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('everyone gets them with links that need no account, and no storage keys', async () => {
    const { body } = (await request(gateway.url).get('/api/examples').expect(200)) as { body: { examples: object[] } };
    const { outputKey, posterKey, ...shown } = example;
    const link = (key: string) =>
      expect.stringMatching(new RegExp(`/api/files/${key}\\?expires=\\d+&signature=`)) as string;
    expect(body.examples).toEqual([{ ...shown, videoUrl: link(outputKey), posterUrl: link(posterKey) }]);
  });

  it('operators list, add and remove them', async () => {
    const all = await send('get', '').expect(200);
    expect(all.body).toMatchObject({ data: { items: [{ id, title: 'Lamps' }] } });
    const fields = { requestId: id, title: 'Lamps', ownerAgreed: true };
    await send('post', '').send(fields).expect(201);
    await send('delete', `/${id}`).expect(200);
    const adminId = gateway.user.id;
    expect(gateway.services.received(operationsCalls.addExample)).toEqual([{ adminId, ...fields }]);
    expect(gateway.services.received(operationsCalls.removeExample)).toEqual([{ adminId, requestId: id }]);
  });

  it.each([
    [{ ownerAgreed: false }, 'A video can be shown to everyone only if its owner agreed'],
    [{ ownerAgreed: undefined }, 'A video can be shown to everyone only if its owner agreed'],
    [{ title: ' ' }, 'A title is required'],
    [{ title: 'a'.repeat(61) }, 'The title is too long'],
    [{ requestId: 'x' }, 'The job ID is invalid'],
  ])('%j is rejected: %s', async (change, message) => {
    const response = await send('post', '')
      .send({ requestId: id, title: 'Lamps', ownerAgreed: true, ...change })
      .expect(400);
    expect(response.body).toMatchObject({ message });
  });
});
