import { authCalls } from '@luit/contracts/auth/messages';
import { device, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('data export [G-49]', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const read = (token: string) => app.calls.call(authCalls.readExport, { token });
  const close = (token: string) => app.calls.call(authCalls.closeExport, { token, rows: 7 });
  const invalidLink = { code: 'link_invalid_or_expired', status: 400 };

  it('a mailed one-time link exports the account, every session and the contact messages', async () => {
    const first = await app.confirmed();
    const { id, email } = first.user;
    const newKey = { userId: id, name: 'Agent', mode: 'live' as const, scopes: ['videos:write' as const] };
    const { apiKey } = await app.calls.call(authCalls.createApiKey, newKey);
    await app.calls.call(authCalls.updateUser, { userId: id, language: 'hi' });
    const hooks = { url: 'https://example.com/hooks', events: ['video.completed' as const] };
    const { endpoint } = await app.calls.call(authCalls.createWebhookEndpoint, { userId: id, ...hooks });
    const google = { issuer: 'https://accounts.google.com', subject: id, email: 'rupali@gmail.com' };
    await app.calls.call(authCalls.finishOpenId, {
      ...{ intent: 'link', userId: id, sessionId: first.session_id, device },
      identity: { ...google, isEmailVerified: true, displayName: '' },
    });
    await app.rows(
      `INSERT INTO passkeys (id, user_id, credential_id, name, public_key, counter, transports)
       VALUES (uuidv7(), $1, 'c', 'Phone', 'key', 0, '{}')`,
      [id],
    );
    const added = { id: expect.any(String) as string, created_at: expect.any(String) as string, last_used_at: null };
    await app.calls.call(authCalls.requestExport, { userId: id });
    await expect(app.calls.call(authCalls.requestExport, { userId: id })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: expect.any(Number) as number,
    });
    await app.calls.call(authCalls.signOut, { userId: id, sessionId: first.session_id, scope: 'local' });
    const token = await app.mailedToken(email, 'export');
    const message = { name: 'Rupali Gogoi', subject: 'billing', message: 'Where is my invoice?' } as const;
    await app.calls.call(authCalls.postContactMessage, { ...message, email: email.toUpperCase() });
    await app.calls.call(authCalls.postContactMessage, { ...message, email: `not-${email}` });
    const exported = await read(token);
    expect(exported).toEqual({
      account: { ...first.user, language: 'hi', consented_at: expect.any(String) },
      sessions: [
        {
          id: first.session_id,
          device: 'Unknown device',
          user_agent: device.userAgent,
          ip: device.ip,
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          ended_at: expect.any(String),
          web_push: null,
        },
      ],
      notification_settings: expect.arrayContaining([{ kind: 'requests', channel: 'mail', isOn: true }]),
      consents: ['terms', 'privacy', 'age'].map((notice) => ({
        ...{ notice, version: '2026-11-27', given: true, source: 'sign_up' },
        recorded_at: expect.any(String) as string,
      })),
      api_keys: [
        {
          ...{ id: apiKey.id, name: 'Agent', mode: 'live', scopes: ['videos:write'], models: null, networks: null },
          ...{ created_at: expect.any(String) as string, expires_at: null, last_used_at: null, revoked_at: null },
        },
      ],
      linked_sign_ins: [{ ...google, ...added }],
      passkeys: [{ name: 'Phone', ...added }],
      webhook_endpoints: [{ id: endpoint.id, ...hooks, created_at: endpoint.createdAt, off_at: null }],
      contact_messages: [
        {
          ...message,
          id: expect.any(String),
          is_urgent: false,
          created_at: expect.any(String),
          answered_at: null,
        },
      ],
    });
    expect(JSON.stringify(exported)).not.toMatch(/argon|password|hash/);
    const closed = await Promise.allSettled([close(token), close(token), close(token)]);
    expect(closed.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: id });
    expect(entries).toMatchObject([
      { action: 'account_exported', adminId: null, adminEmail: '', details: { rows: '7' } },
    ]);
    for (const bad of [token, 'x']) {
      await expect(read(bad)).rejects.toMatchObject(invalidLink);
      await expect(close(bad)).rejects.toMatchObject(invalidLink);
    }
  });
});
