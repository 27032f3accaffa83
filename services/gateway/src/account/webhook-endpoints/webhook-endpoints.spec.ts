import { authCalls } from '@luit/contracts/auth/messages';
import type { WebhookDelivery, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';

describe('management of webhook endpoints', () => {
  let gateway: GatewayTestApp;
  const endpointId = uuidv7();
  const endpoint: WebhookEndpoint = {
    id: endpointId,
    url: 'https://example.com/hooks',
    events: ['video.completed'],
    off: null,
    failingSince: null,
    lastError: null,
    deliveredAt: null,
    previousSecretExpiresAt: null,
    createdAt: '2026-11-26T10:00:00.000Z',
  };
  const delivery: WebhookDelivery = {
    id: uuidv7(),
    type: 'webhook.test',
    subject: null,
    state: 'waiting',
    attempts: 0,
    createdAt: '2026-11-26T10:00:00.000Z',
    nextAttemptAt: '2026-11-26T10:00:00.000Z',
    body: '{}',
    lastAttempt: null,
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  beforeEach(async () => {
    await gateway.reset();
    const { services } = gateway;
    services.answer(authCalls.createWebhookEndpoint, () => ({ secret: 'whsec_first', endpoint }));
    services.answer(authCalls.listWebhookEndpoints, () => ({ endpoints: [endpoint] }));
    services.answer(authCalls.updateWebhookEndpoint, () => endpoint);
    services.answer(authCalls.rotateWebhookSecret, () => ({ secret: 'whsec_second', endpoint }));
    services.answer(authCalls.deleteWebhookEndpoint, () => ({}));
    services.answer(authCalls.testWebhookEndpoint, () => delivery);
    services.answer(authCalls.listWebhookDeliveries, () => ({ deliveries: [delivery], nextCursor: null }));
    services.answer(authCalls.replayWebhookDelivery, () => delivery);
    services.answer(authCalls.replayWebhookDeliveries, () => ({ total: 42, isTotalCapped: false }));
  });
  afterAll(() => gateway.close());

  const own = () => ({ userId: gateway.user.id });
  const path = `/api/webhook-endpoints/${endpointId}`;
  const send = (method: 'get' | 'post' | 'patch' | 'delete', address: string, body?: object) =>
    request(gateway.url)[method](address).set(gateway.bearer()).send(body);
  const input = { url: 'https://example.com/hooks', events: ['video.completed'] };

  it('an endpoint is created, listed without its secret, changed, rotated and deleted', async () => {
    const { body } = await send('post', '/api/webhook-endpoints', input).expect(201);
    expect(body).toEqual({ success: true, secret: 'whsec_first', ...endpoint });
    expect(gateway.services.received(authCalls.createWebhookEndpoint)).toMatchObject([{ ...own(), ...input }]);
    const listed = await send('get', '/api/webhook-endpoints').expect(200);
    expect(listed.body).toEqual({ success: true, endpoints: [endpoint] });
    await send('patch', path, { isOn: false }).expect(200);
    expect(gateway.services.received(authCalls.updateWebhookEndpoint)).toMatchObject([
      { ...own(), endpointId, isOn: false },
    ]);
    const rotated = await send('post', `${path}/rotate`).expect(201);
    expect(rotated.body).toMatchObject({ secret: 'whsec_second', id: endpointId });
    await send('delete', path).expect(204);
    expect(gateway.services.received(authCalls.deleteWebhookEndpoint)).toEqual([{ ...own(), endpointId }]);
  });

  it('a test is sent, deliveries are listed and replayed', async () => {
    const tested = await send('post', `${path}/test`).expect(201);
    expect(tested.body).toMatchObject({ type: 'webhook.test', state: 'waiting' });
    const { body } = await send('get', `${path}/deliveries?limit=5`).expect(200);
    expect(body).toEqual({ success: true, deliveries: [delivery], nextCursor: null });
    expect(gateway.services.received(authCalls.listWebhookDeliveries)).toEqual([{ ...own(), endpointId, limit: 5 }]);
    await send('post', `/api/webhook-deliveries/${delivery.id}/replay`).expect(201);
    expect(gateway.services.received(authCalls.replayWebhookDelivery)).toEqual([{ ...own(), deliveryId: delivery.id }]);
  });

  it('the deliveries of a time are replayed, by default all of them, and a dry run is passed on', async () => {
    const period = { from: '2026-11-26T10:00:00.000Z', to: '2026-11-26T11:00:00+00:00' };
    const { body } = await send('post', `${path}/replay`, period).expect(200);
    expect(body).toEqual({ success: true, total: 42, isTotalCapped: false });
    const chosen = { onlyFailed: true, dryRun: true };
    await send('post', `${path}/replay`, { ...period, ...chosen }).expect(200);
    expect(gateway.services.received(authCalls.replayWebhookDeliveries)).toEqual([
      { ...own(), endpointId, ...period, onlyFailed: false, dryRun: false },
      { ...own(), endpointId, ...period, ...chosen },
    ]);
    const reversed = await send('post', `${path}/replay`, { from: period.to, to: period.from }).expect(400);
    expect(Object.keys((reversed.body as { details: object }).details)).toEqual(['to']);
    await send('post', '/api/webhook-endpoints/first/replay', period).expect(404);
  });

  it.each([
    ['no event', { ...input, events: [] }, 'events'],
    ['an unknown event', { ...input, events: ['video.watched'] }, 'events'],
    ['a URL that is none', { ...input, url: 'example' }, 'url'],
    ['a URL of another protocol', { ...input, url: 'ftp://example.com' }, 'url'],
    ['a URL that is too long', { ...input, url: `https://example.com/${'a'.repeat(1_000)}` }, 'url'],
  ])('an endpoint with %s is refused with the field', async (_what, body, field) => {
    const { body: refusal } = await send('post', '/api/webhook-endpoints', body).expect(400);
    expect(Object.keys((refusal as { details: object }).details)).toEqual([field]);
    expect(gateway.services.received(authCalls.createWebhookEndpoint)).toMatchObject([]);
  });

  it('an id that is none does not exist', async () => {
    await send('patch', '/api/webhook-endpoints/first', { isOn: true }).expect(404);
    await send('get', '/api/webhook-endpoints/first/deliveries').expect(404);
    await send('post', '/api/webhook-deliveries/first/replay').expect(404);
  });
});
