import { MAX_API_KEYS, NEWEST_API_VERSION } from '@luit/contracts/auth/api-key-limits';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { LuitError } from '@luit/contracts/errors';
import { isApiKey, hashOfApiKey } from '@luit/contracts/auth/api-key-format';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually, onceAvailable } from '@luit/platform/testing/eventually';
import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, device, password, startAuthTestApp } from '../../test/auth-test-app';

describe('API keys', () => {
  let app: AuthTestApp;
  let userId: string;
  let broadcasts: TestBroadcasts;
  const changed: string[] = [];

  beforeAll(async () => {
    app = await startAuthTestApp();
    userId = (await app.confirmed()).user.id;
    broadcasts = TestBroadcasts.connect(app.redis.url);
    await broadcasts.subscribe(authBroadcasts.apiKeysChanged, ({ keyIds }) => void changed.push(...keyIds));
  });
  afterAll(async () => {
    await broadcasts.close();
    await app.close();
  });

  const create = (changes: object = {}) =>
    app.calls.call(authCalls.createApiKey, { userId, name: 'CI', mode: 'live', scopes: ['videos:write'], ...changes });
  const list = async (owner = userId) => (await app.calls.call(authCalls.listApiKeys, { userId: owner })).keys;
  const find = async (key: string) =>
    (await app.calls.call(authCalls.findApiKey, { keyHash: hashOfApiKey(key) })).grant;
  const audit = async (subject: string) =>
    (await app.calls.call(authCalls.listAuditLog, { limit: 100, subject })).entries.map(({ action }) => action);

  describe('a retry whose first answer was lost', () => {
    const intent = () => ({ name: 'Retried', idempotencyKey: uuidv7() });

    it('creates no second key, and returns a secret that works in place of the lost one', async () => {
      const before = (await list()).length;
      const input = intent();
      const [first, second] = await Promise.all([create(input), create(input)]);
      const third = await create(input);
      expect(new Set([first, second, third].map(({ apiKey }) => apiKey.id)).size).toBe(1);
      expect(await list()).toHaveLength(before + 1);
      expect(await find(third.key)).toMatchObject({ id: third.apiKey.id });
      expect([await find(first.key), await find(second.key)]).toEqual([null, null]);
      expect(changed).toContain(third.apiKey.id);
      expect(await audit(third.apiKey.id)).toEqual(['api_key_rotated', 'api_key_rotated', 'api_key_created']);
      await app.calls.call(authCalls.revokeApiKey, { userId, keyId: third.apiKey.id });
    });

    it('is refused with other input, and after the key was used, rotated, or a day', async () => {
      const input = intent();
      const { key, apiKey } = await create(input);
      const keyId = apiKey.id;
      await expect(create({ ...input, name: 'Other' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
      await app.rows(`UPDATE api_keys SET created_at = now() - interval '25 hours' WHERE id = $1`, [keyId]);
      const refusal = { code: 'conflict', details: { id: keyId } };
      await expect(create(input)).rejects.toMatchObject(refusal);
      await app.rows(`UPDATE api_keys SET created_at = now() WHERE id = $1`, [keyId]);
      expect(await find(key)).not.toBeNull();
      await eventually(async () => expect((await list()).find(({ id }) => id === keyId)?.lastUsedAt).not.toBeNull());
      await expect(create(input)).rejects.toMatchObject(refusal);
      expect(await find(key)).not.toBeNull();
      await app.calls.call(authCalls.revokeApiKey, { userId, keyId });
      // A key without a budget is revoked, and the retry creates another one.
      const again = await create(input);
      expect(again.apiKey.id).not.toBe(keyId);
      await app.calls.call(authCalls.rotateApiKey, { userId, keyId: again.apiKey.id, idempotencyKey: uuidv7() });
      await expect(create(input)).rejects.toMatchObject({ code: 'conflict' });
      await app.calls.call(authCalls.revokeApiKey, { userId, keyId: again.apiKey.id });
    });

    it('of a rotation keeps the overlap of the secret before', async () => {
      const { key: old, apiKey } = await create(intent());
      const rotation = { userId, keyId: apiKey.id, idempotencyKey: uuidv7() };
      const lost = await app.calls.call(authCalls.rotateApiKey, rotation);
      const received = await app.calls.call(authCalls.rotateApiKey, rotation);
      expect([await find(lost.key), (await find(old))?.id, (await find(received.key))?.id]).toEqual([
        null,
        apiKey.id,
        apiKey.id,
      ]);
      await app.calls.call(authCalls.revokeApiKey, { userId, keyId: apiKey.id });
    });
  });

  it('a key is returned once and stored as its hash alone', async () => {
    const owner = (await app.confirmed()).user.id;
    const input = { userId: owner, name: '  CI  ', models: ['seedance'], networks: ['203.0.113.0/24'] };
    const { key, apiKey } = await create(input);
    expect(isApiKey(key)).toBe(true);
    expect(key.startsWith('luit_live_')).toBe(true);
    expect(apiKey).toMatchObject({ name: 'CI', prefix: 'luit_live_', last4: key.slice(-4), lastUsedAt: null });
    expect(await list(owner)).toEqual([apiKey]);
    const [row] = await app.rows<{ key_hash: Buffer }>(`SELECT * FROM api_key_secrets WHERE api_key_id = $1`, [
      apiKey.id,
    ]);
    expect(row?.key_hash.equals(createHash('sha256').update(key).digest())).toBe(true);
    expect(JSON.stringify(row)).not.toContain(key);
    const [{ texts = '' } = {}] = await app.rows<{ texts: string }>(
      `SELECT string_agg(o::text, '') || (SELECT string_agg(k::text, '') FROM api_keys k) AS texts FROM audit.entries o`,
    );
    expect(texts).not.toContain(key.slice(10));
    expect(await find(key)).toEqual({
      id: apiKey.id,
      userId: owner,
      mode: 'live',
      apiVersion: NEWEST_API_VERSION,
      scopes: ['videos:write'],
      models: ['seedance'],
      networks: ['203.0.113.0/24'],
      expiresAt: null,
    });
    expect(await audit(apiKey.id)).toEqual(['api_key_created']);
  });

  it('its use is recorded at most once a minute', async () => {
    const { key, apiKey } = await create();
    const usedAt = async () => (await list()).find(({ id }) => id === apiKey.id)?.lastUsedAt;
    expect(await usedAt()).toBeNull();
    await find(key);
    const first = await usedAt();
    expect(first).not.toBeNull();
    await Promise.all([find(key), find(key), find(key)]);
    expect(await usedAt()).toBe(first);
    await app.rows(`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1`, [apiKey.id]);
    await find(key);
    expect(Date.parse((await usedAt()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  it('a change, a rotation with its overlap and a revocation take effect and are broadcast and recorded', async () => {
    const { key, apiKey } = await create();
    const { id: keyId } = apiKey;
    const change = { userId, keyId, name: 'Agent', scopes: ['videos:read' as const], models: ['a'] };
    expect(await app.calls.call(authCalls.updateApiKey, change)).toMatchObject({ name: 'Agent', models: ['a'] });
    expect(await find(key)).toMatchObject({ scopes: ['videos:read'], models: ['a'] });
    expect(await app.calls.call(authCalls.updateApiKey, { userId, keyId, models: null })).toMatchObject({
      name: 'Agent',
      models: null,
    });
    const rotated = await app.calls.call(authCalls.rotateApiKey, { userId, keyId });
    expect(rotated.apiKey).toMatchObject({ id: keyId, last4: rotated.key.slice(-4) });
    const overlapEnd = Date.parse(rotated.apiKey.previousSecretExpiresAt ?? '');
    expect((overlapEnd - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect(await find(key)).toMatchObject({ id: keyId, expiresAt: rotated.apiKey.previousSecretExpiresAt });
    expect(await find(rotated.key)).toMatchObject({ id: keyId, expiresAt: null });
    const again = await app.calls.call(authCalls.rotateApiKey, { userId, keyId, overlapHours: 0 });
    expect([await find(key), await find(rotated.key)]).toEqual([null, null]);
    expect(await find(again.key)).toMatchObject({ id: keyId });
    await app.calls.call(authCalls.revokeApiKey, { userId, keyId });
    await app.calls.call(authCalls.revokeApiKey, { userId, keyId });
    expect(await find(again.key)).toBeNull();
    expect((await list()).map(({ id }) => id)).not.toContain(keyId);
    await eventually(() => expect(changed.filter((id) => id === keyId)).toHaveLength(5));
    expect(await audit(keyId)).toEqual([
      'api_key_revoked',
      'api_key_rotated',
      'api_key_rotated',
      'api_key_changed',
      'api_key_changed',
      'api_key_created',
    ]);
    const ofAccount = await app.calls.call(authCalls.listAuditLog, { limit: 100, userId });
    expect(ofAccount.entries.map(({ action }) => action)).toContain('api_key_revoked');
  });

  it('an operator revokes a key with a reason, which is recorded once', async () => {
    const { key, apiKey } = await create();
    const [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    const revoke = (by: object = {}) =>
      app.calls.call(authCalls.revokeApiKeyOf, { userId, keyId: apiKey.id, adminId, reason: 'found on GitHub', ...by });
    await expect(revoke({ adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(revoke({ userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(revoke({ reason: ' ' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await find(key)).not.toBeNull();
    await revoke();
    await revoke();
    expect(await find(key)).toBeNull();
    await eventually(() => expect(changed).toContain(apiKey.id));
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 100, subject: apiKey.id });
    expect(entries.map(({ action, adminEmail, details }) => ({ action, adminEmail, details }))).toEqual([
      { action: 'api_key_revoked', adminEmail: 'admin@example.com', details: { reason: 'found on GitHub' } },
      { action: 'api_key_created', adminEmail: '', details: { scopes: 'videos:write', mode: 'live' } },
    ]);
    const ofAccount = await app.calls.call(authCalls.listAuditLog, { limit: 1, userId });
    expect(ofAccount.entries[0]).toMatchObject({ action: 'api_key_revoked', subject: apiKey.id });
  });

  it('an expired key and the end of the overlap are refused', async () => {
    const { key, apiKey } = await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    const { key: newKey } = await app.calls.call(authCalls.rotateApiKey, { userId, keyId: apiKey.id });
    expect((await find(key))?.expiresAt).toBe(apiKey.expiresAt);
    await app.rows(`UPDATE api_key_secrets SET expires_at = now() WHERE api_key_id = $1 AND expires_at > now()`, [
      apiKey.id,
    ]);
    expect(await find(key)).toBeNull();
    expect(await find(newKey)).not.toBeNull();
    await app.rows(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [apiKey.id]);
    expect(await find(newKey)).toBeNull();
    const past = { expiresAt: new Date(Date.now() - 1_000).toISOString() };
    await expect(create(past)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(app.calls.call(authCalls.updateApiKey, { userId, keyId: apiKey.id, ...past })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('another account neither sees nor changes a key', async () => {
    const { apiKey } = await create();
    const stranger = { userId: uuidv7(), keyId: apiKey.id };
    expect(await list(stranger.userId)).toEqual([]);
    for (const attempt of [authCalls.updateApiKey, authCalls.revokeApiKey, authCalls.rotateApiKey]) {
      await expect(app.calls.call<typeof stranger, unknown>(attempt as never, stranger)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['an empty name', { name: ' ' }],
    ['a network that is none', { networks: ['203.0.113.0/33'] }],
    ['a host name as network', { networks: ['example.com'] }],
  ])('a key with %s is refused', async (_what, input) => {
    await expect(create(input)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it(`concurrent calls create ${MAX_API_KEYS} keys at most`, async () => {
    const owner = (await app.confirmed()).user.id;
    const createInTime = () => onceAvailable(() => create({ userId: owner })).catch((error: LuitError) => error);
    const results = await Promise.all(Array.from({ length: MAX_API_KEYS + 5 }, createInTime));
    expect(results.filter((result) => !(result instanceof Error))).toHaveLength(MAX_API_KEYS);
    const [key] = await list(owner);
    await app.calls.call(authCalls.revokeApiKey, { userId: owner, keyId: key?.id ?? '' });
    await create({ userId: owner });
    await expect(create({ userId: owner })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('the keys of a blocked account end, and stay ended when it is unblocked', async () => {
    const owner = (await app.confirmed()).user.id;
    const { key, apiKey } = await create({ userId: owner });
    const [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    await app.calls.call(authCalls.blockUser, { userId: owner, adminId, reason: 'fraud' });
    expect(await find(key)).toBeNull();
    await eventually(() => expect(changed).toContain(apiKey.id));
    await expect(create({ userId: owner })).rejects.toMatchObject({ code: 'user_blocked' });
    await app.calls.call(authCalls.unblockUser, { userId: owner, adminId });
    expect(await find(key)).toBeNull();
    expect(await list(owner)).toEqual([]);
  });

  it('the keys of a deleted account end', async () => {
    const owner = (await app.confirmed()).user.id;
    const { key, apiKey } = await create({ userId: owner });
    await app.calls.call(authCalls.deleteAccount, { userId: owner, by: { password, device }, wantsRefund: false });
    expect(await find(key)).toBeNull();
    await eventually(() => expect(changed).toContain(apiKey.id));
    await expect(create({ userId: owner })).rejects.toMatchObject({ code: 'account_closed' });
  });
});
