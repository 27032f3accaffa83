import { authCalls, authEvents } from '@luit/contracts/auth/messages';
import { MAX_WEBHOOK_ENDPOINTS } from '@luit/contracts/auth/webhook-limits';
import type { WebhookAccount } from '@luit/contracts/auth/webhooks';
import { uuidv7 } from 'uuidv7';
import { AnonymizationService } from '../account-deletions/anonymization.service';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

const URL_OF_HOOKS = 'https://example.com/hooks/secret-path';

describe('webhook endpoints', () => {
  let app: AuthTestApp;
  let userId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    userId = (await app.confirmed()).user.id;
  });

  const create = (changes: object = {}) =>
    app.calls.call(authCalls.createWebhookEndpoint, {
      userId,
      url: URL_OF_HOOKS,
      events: ['video.completed'],
      ...changes,
    });
  const list = async () => (await app.calls.call(authCalls.listWebhookEndpoints, { userId })).endpoints;
  const update = (endpointId: string, change: object) =>
    app.calls.call(authCalls.updateWebhookEndpoint, { userId, endpointId, ...change });
  const remove = (endpointId: string) => app.calls.call(authCalls.deleteWebhookEndpoint, { userId, endpointId });
  const audit = async (subject: string) =>
    (await app.calls.call(authCalls.listAuditLog, { limit: 100, subject })).entries.map(({ action }) => action);
  /** The events that generation received about the account, oldest first. */
  const news = async () =>
    (
      await app.rows<{ payload: WebhookAccount }>(
        `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'userId' = $2 ORDER BY seq`,
        [authEvents.webhookAccountChanged.name, userId],
      )
    ).map(({ payload }) => payload.isActive);

  it('a retry whose first answer was lost creates no second endpoint, and returns the same secret', async () => {
    const input = { idempotencyKey: uuidv7() };
    const [first, second] = await Promise.all([create(input), create(input)]);
    expect(second).toEqual(first);
    expect(await create(input)).toEqual(first);
    expect(await list()).toEqual([first.endpoint]);
    expect(await audit(first.endpoint.id)).toEqual(['webhook_endpoint_added']);
    await expect(create({ ...input, events: ['video.failed'] })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const other = await create({ ...input, apiKeyId: uuidv7() });
    expect(other.endpoint.id).not.toBe(first.endpoint.id);
    const rotation = { userId, endpointId: first.endpoint.id, idempotencyKey: uuidv7() };
    const rotated = await app.calls.call(authCalls.rotateWebhookSecret, rotation);
    expect(await app.calls.call(authCalls.rotateWebhookSecret, rotation)).toEqual(rotated);
    expect(rotated.secret).not.toBe(first.secret);
    await expect(create(input)).rejects.toMatchObject({ code: 'conflict', details: { id: first.endpoint.id } });
    const next = { ...rotation, idempotencyKey: uuidv7() };
    expect((await app.calls.call(authCalls.rotateWebhookSecret, next)).secret).not.toBe(rotated.secret);
  });

  it('the secret is returned once and stored encrypted', async () => {
    const { secret, endpoint } = await create({ events: ['video.completed', 'video.completed', 'video.failed'] });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(endpoint).toMatchObject({ url: URL_OF_HOOKS, events: ['video.completed', 'video.failed'], off: null });
    expect(await list()).toEqual([endpoint]);
    const [row] = await app.rows<{ secret: Buffer }>('SELECT secret FROM webhook_endpoints WHERE id = $1', [
      endpoint.id,
    ]);
    expect(row?.secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
    expect(row?.secret.includes(secret)).toBe(false);
    const [{ texts = '' } = {}] = await app.rows<{ texts: string }>(
      `SELECT string_agg(e::text, '') AS texts FROM audit.entries e WHERE subject = $1`,
      [endpoint.id],
    );
    expect(texts).toContain('https://example.com');
    expect(texts).not.toContain('secret-path');
  });

  it('endpoints are changed, switched and deleted, and each change is audited and published', async () => {
    const { endpoint } = await create();
    const changed = await update(endpoint.id, { url: 'https://example.com/new', events: ['restoration.completed'] });
    expect(changed).toMatchObject({ url: 'https://example.com/new', events: ['restoration.completed'], off: null });
    expect((await update(endpoint.id, { isOn: false })).off).toMatchObject({ reason: 'owner' });
    expect(await update(endpoint.id, { isOn: true })).toMatchObject({ off: null, failingSince: null });
    await remove(endpoint.id);
    await remove(endpoint.id);
    expect(await list()).toEqual([]);
    expect(await audit(endpoint.id)).toEqual([
      'webhook_endpoint_removed',
      'webhook_endpoint_changed',
      'webhook_endpoint_changed',
      'webhook_endpoint_changed',
      'webhook_endpoint_added',
    ]);
    expect(await news()).toEqual([true, true, false, true, false]);
  });

  it('an account has at most ten, also if they are created at the same time', async () => {
    const created = await Promise.allSettled(Array.from({ length: MAX_WEBHOOK_ENDPOINTS + 5 }, () => create()));
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOK_ENDPOINTS);
    await expect(create()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('endpoints of another account do not exist', async () => {
    const { endpoint } = await create();
    const foreign = { userId: (await app.confirmed()).user.id, endpointId: endpoint.id };
    const notFound = { code: 'not_found' };
    await expect(app.calls.call(authCalls.updateWebhookEndpoint, { ...foreign, isOn: false })).rejects.toMatchObject(
      notFound,
    );
    await expect(app.calls.call(authCalls.rotateWebhookSecret, foreign)).rejects.toMatchObject(notFound);
    await expect(app.calls.call(authCalls.testWebhookEndpoint, foreign)).rejects.toMatchObject(notFound);
    await expect(app.calls.call(authCalls.listWebhookDeliveries, { ...foreign, limit: 1 })).rejects.toMatchObject(
      notFound,
    );
    await app.calls.call(authCalls.deleteWebhookEndpoint, foreign);
    expect(await list()).toEqual([endpoint]);
  });

  it('a blocked account adds none', async () => {
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [userId]);
    await expect(create()).rejects.toMatchObject({ code: 'user_blocked' });
  });

  it('an anonymized account has none, and generation is told', async () => {
    await create();
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [userId]);
    await app.resolve(AnonymizationService).anonymize(userId);
    expect(await list()).toEqual([]);
    expect((await news()).at(-1)).toBe(false);
  });

  describe('outside local mode', () => {
    beforeAll(() => app.restart({ isPrivateWebhookAllowed: false }));
    afterAll(() => app.restart());

    it.each(['http://example.com/hooks', 'https://10.0.0.1/hooks', 'https://localhost/', 'https://me:pw@example.com/'])(
      '%s is refused',
      async (url) => {
        const refusal = { code: 'validation_failed', details: { url: expect.any(String) as string } };
        await expect(create({ url })).rejects.toMatchObject(refusal);
        const { endpoint } = await create();
        await expect(update(endpoint.id, { url })).rejects.toMatchObject(refusal);
      },
    );
  });

  it('an endpoint that does not exist cannot be rotated', async () => {
    await expect(app.calls.call(authCalls.rotateWebhookSecret, { userId, endpointId: uuidv7() })).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });
});
