import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../test/gateway-test-app';

describe('webhooks of providers', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(generationCalls.receiveProviderEvent, () => ({}));
  });
  afterAll(() => gateway.close());

  const receive = (token: string, body: object) =>
    request(gateway.url).post(`/api/webhooks/providers/replicate/${token}`).send(body).expect(200);
  const forwarded = () => gateway.services.received(generationCalls.receiveProviderEvent).length;

  it('cost no call if they only say that a known task is running', async () => {
    const started = { id: 'task-1', status: 'processing' };
    await receive('token-1', started);
    expect(forwarded()).toBe(1);
    const task = { token: 'token-1', externalId: 'task-1' };
    await gateway.push(generationPushes.requestUpdated, { request: recordOf(gateway.user.id), task });
    await eventually(async () => {
      const before = forwarded();
      await receive('token-1', started);
      expect(forwarded()).toBe(before);
    });
    const before = forwarded();
    await receive('token-1', { ...started, id: 'task-2' });
    await receive('token-2', started);
    await receive('token-1', { ...started, status: 'succeeded' });
    expect(forwarded()).toBe(before + 3);
  });
});
