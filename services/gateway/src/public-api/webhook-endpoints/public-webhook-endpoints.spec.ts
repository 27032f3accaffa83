import { authCalls } from '@luit/contracts/auth/messages';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';

const FROM = { ip: '127.0.0.1', userAgent: '' };

describe('/v1/webhook_endpoints', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let keyId: string;
  let headers: Record<string, string>;
  const id = uuidv7();
  const endpoint: WebhookEndpoint = {
    ...{ id, url: 'https://example.com/hooks', events: ['video.completed'], off: null, failingSince: null },
    ...{ lastError: null, deliveredAt: null, previousSecretExpiresAt: null },
    createdAt: '2026-11-21T00:00:00.000Z',
  };
  const shown = {
    ...{ id, object: 'webhook_endpoint', url: 'https://example.com/hooks', events: ['video.completed'] },
    ...{ enabled: true, disabled: null, failing_since: null, last_error: null, last_delivered_at: null },
    ...{ previous_secret_expires_at: null, created_at: 1_795_219_200 },
  };
  const delivery = {
    ...{ id: uuidv7(), type: 'webhook.test', subject: null, state: 'failed' as const, attempts: 2, body: '{}' },
    ...{ createdAt: '2026-11-21T00:00:00.000Z', nextAttemptAt: null },
    lastAttempt: { at: '2026-11-21T00:00:01.000Z', status: 500, durationMs: 12, error: 'no', response: 'oops' },
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    ({ id: keyId, headers } = keys.add(gateway.user.id, { scopes: ['webhooks:write'] }));
    const { services } = gateway;
    services.answer(authCalls.createWebhookEndpoint, () => ({ secret: 'whsec_first', endpoint }));
    services.answer(authCalls.listWebhookEndpoints, () => ({ endpoints: [endpoint] }));
    services.answer(authCalls.updateWebhookEndpoint, () => ({
      ...endpoint,
      off: { reason: 'owner' as const, at: '2026-11-21T00:00:00.000Z' },
    }));
    services.answer(authCalls.rotateWebhookSecret, () => ({ secret: 'whsec_second', endpoint }));
    services.answer(authCalls.deleteWebhookEndpoint, () => ({}));
    services.answer(authCalls.testWebhookEndpoint, () => delivery);
    services.answer(authCalls.listWebhookDeliveries, () => ({ deliveries: [delivery], nextCursor: delivery.id }));
  });
  afterAll(() => gateway.close());

  const path = `/v1/webhook_endpoints/${id}`;
  const send = (method: 'get' | 'post' | 'patch' | 'delete', address: string, body?: object, who = headers) =>
    request(gateway.url)[method](address).set(who).send(body);
  const input = { url: 'https://example.com/hooks', events: ['video.completed'] };

  it('an endpoint is created by a program, and auth learns which key asked for it', async () => {
    const { body } = await send('post', '/v1/webhook_endpoints', input).expect(200);
    expect(body).toEqual({ ...shown, secret: 'whsec_first' });
    expect(gateway.services.received(authCalls.createWebhookEndpoint)).toEqual([
      { userId: gateway.user.id, apiKeyId: keyId, ...input, from: FROM },
    ]);
  });

  it('an endpoint is listed, returned, changed, rotated, tested and deleted', async () => {
    const listed = await send('get', '/v1/webhook_endpoints').expect(200);
    expect(listed.body).toEqual({ object: 'list', data: [shown], first_id: id, last_id: id, has_more: false });
    expect((await send('get', path).expect(200)).body).toEqual(shown);
    const changed = await send('patch', path, { enabled: false }).expect(200);
    expect(changed.body).toMatchObject({ enabled: false, disabled: { reason: 'owner', at: 1_795_219_200 } });
    expect(gateway.services.received(authCalls.updateWebhookEndpoint)).toEqual([
      { userId: gateway.user.id, endpointId: id, isOn: false, from: FROM },
    ]);
    const rotated = await send('post', `${path}/rotate_secret`).expect(200);
    expect(rotated.body).toMatchObject({ id, secret: 'whsec_second' });
    const tested = await send('post', `${path}/test`).expect(200);
    expect(tested.body).toMatchObject({ object: 'webhook_delivery', type: 'webhook.test', state: 'failed' });
    const removed = await send('delete', path).expect(200);
    expect(removed.body).toEqual({ id, object: 'webhook_endpoint.deleted', deleted: true });
  });

  it('deliveries have their last attempt', async () => {
    const { body } = await send('get', `${path}/deliveries?limit=1`).expect(200);
    expect(body).toMatchObject({
      has_more: true,
      data: [{ attempts: 2, created_at: 1_795_219_200, last_attempt: { status: 500, duration_ms: 12, error: 'no' } }],
    });
  });

  it.each([
    ['another scheme', { ...input, url: 'ftp://example.com/' }, 'url'],
    ['a password in the URL', { ...input, url: 'https://:p@example.com/' }, 'url'],
    ['an unknown event', { ...input, events: ['video.done'] }, 'events'],
    ['an unknown field', { ...input, event: [] }, 'event'],
  ])('an endpoint with %s is refused', async (_what, body, param) => {
    const answer = await send('post', '/v1/webhook_endpoints', body).expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', error: { param } });
  });

  it('keys without the scope and test keys are refused, and unknown endpoints are not found', async () => {
    const reader = keys.add(gateway.user.id, { scopes: ['videos:write', 'videos:read', 'billing:read'] }).headers;
    await send('post', '/v1/webhook_endpoints', input, reader).expect(403);
    await send('get', '/v1/webhook_endpoints', undefined, reader).expect(403);
    const test = keys.add(gateway.user.id, { mode: 'test', scopes: ['webhooks:write'] }).headers;
    await send('post', '/v1/webhook_endpoints', input, test).expect(403);
    await send('get', `/v1/webhook_endpoints/${uuidv7()}`).expect(404);
    await send('delete', `/v1/webhook_endpoints/${uuidv7()}`).expect(404);
    await send('patch', '/v1/webhook_endpoints/none', {}).expect(404);
  });
});
