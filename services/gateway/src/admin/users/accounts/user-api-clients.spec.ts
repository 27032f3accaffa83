import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { WebhookDelivery, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { billingCalls } from '@luit/contracts/billing/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../../test/gateway-test-app';
import { listedApiKey } from '../../../test/test-api-keys';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

describe('API clients of users, for operators', () => {
  let gateway: GatewayTestApp;
  let authorization: string;
  let role: OperatorRole;
  const [userId, keyId, endpointId, deliveryId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const at = '2026-11-26T10:00:00.000Z';
  const apiKey = listedApiKey({ id: keyId, lastUsedAt: at });
  const budget = { monthlyCredits: 500, totalCredits: null, usedThisMonth: 36, used: 90, resetsAt: at };
  const endpoint: WebhookEndpoint = {
    id: endpointId,
    url: 'https://example.com/hooks/secret-path?token=1',
    events: ['video.completed'],
    off: null,
    failingSince: at,
    lastError: 'Status 503',
    deliveredAt: null,
    previousSecretExpiresAt: null,
    createdAt: at,
  };
  const delivery: WebhookDelivery = {
    id: deliveryId,
    type: 'video.completed',
    subject: uuidv7(),
    state: 'waiting',
    attempts: 1,
    createdAt: at,
    nextAttemptAt: at,
    body: '{"data":{"prompt":"A boat"}}',
    lastAttempt: { at, status: 503, durationMs: 12, error: 'Status 503', response: 'down' },
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator({ role }));
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.answer(authCalls.listApiKeys, () => ({ keys: [apiKey] }));
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({ budgets: [{ keyId, ...budget }] }));
    gateway.services.answer(authCalls.revokeApiKeyOf, () => ({}));
    gateway.services.answer(authCalls.listWebhookEndpoints, () => ({ endpoints: [endpoint] }));
    gateway.services.answer(authCalls.listWebhookDeliveries, () => ({ deliveries: [delivery], nextCursor: null }));
    const { url: _, events: __, previousSecretExpiresAt: ___, ...shown } = endpoint;
    const failing = {
      ...shown,
      failingSince: at,
      origin: 'https://example.com',
      user_id: userId,
      user_email: 'a@b.co',
    };
    const page = { items: [failing], nextCursor: null, total: 1, isTotalCapped: false };
    gateway.services.answer(authCalls.listFailingWebhookEndpoints, () => page);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    role = 'owner';
    // Repeated reads of one operator are recorded once.
    gateway.user = newUser();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
  });

  const get = (path: string) => request(gateway.url).get(`/api/admin${path}`).set({ authorization });
  const revoke = (body: object) =>
    request(gateway.url).post(`/api/admin/users/${userId}/api-keys/${keyId}/revoke`).set({ authorization }).send(body);
  const recorded = () =>
    gateway.services.received(authCalls.recordAccess).map(({ action, subject }) => ({ action, subject }));

  it('keys are listed with their budgets, and the access is recorded', async () => {
    const { body } = await get(`/users/${userId}/api-keys`).expect(200);
    expect((body as { data: unknown }).data).toEqual({ items: [{ ...apiKey, budget }] });
    expect(recorded()).toEqual([{ action: 'user_viewed', subject: userId }]);
  });

  it.each<[OperatorRole, number]>([
    ['owner', 200],
    ['operations', 200],
    ['support', 200],
    ['finance', 403],
    ['read_only', 403],
  ])('%s revokes a key: %i', async (who, status) => {
    role = who;
    await revoke({ reason: 'found on GitHub' }).expect(status);
    const call = { userId, keyId, adminId: gateway.user.id, reason: 'found on GitHub' };
    expect(gateway.services.received(authCalls.revokeApiKeyOf)).toEqual(status === 200 ? [call] : []);
  });

  it('a key is not revoked without a reason', async () => {
    await revoke({}).expect(400);
    expect(gateway.services.received(authCalls.revokeApiKeyOf)).toEqual([]);
  });

  it('of webhooks, neither paths of URLs nor what was sent is shown', async () => {
    const { body: endpoints } = await get(`/users/${userId}/webhook-endpoints`).expect(200);
    expect(endpoints).toMatchObject({ data: { items: [{ id: endpointId, origin: 'https://example.com' }] } });
    const path = `/users/${userId}/webhook-endpoints/${endpointId}/deliveries?limit=10`;
    const { body: deliveries } = await get(path).expect(200);
    const { body: _, ...shown } = delivery;
    expect((deliveries as { data: unknown }).data).toEqual({ items: [shown], nextCursor: null });
    expect(JSON.stringify([endpoints, deliveries])).not.toMatch(/secret-path|token=1|A boat/);
    expect(gateway.services.received(authCalls.listWebhookDeliveries)).toEqual([{ userId, endpointId, limit: 10 }]);
  });

  it('failing endpoints of all users are listed, and the access is recorded', async () => {
    const { body } = await get('/failing-webhook-endpoints?limit=5').expect(200);
    expect(body).toMatchObject({ data: { items: [{ user_id: userId, failingSince: at }], total: 1 } });
    expect(gateway.services.received(authCalls.listFailingWebhookEndpoints)).toEqual([{ limit: 5 }]);
    expect(recorded()).toEqual([{ action: 'failing_webhooks_listed', subject: null }]);
  });
});
