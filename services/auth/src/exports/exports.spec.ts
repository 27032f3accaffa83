import { authCalls } from '@luit/contracts/auth/messages';
import { device, startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

describe('G-49: a copy of the account', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const read = (token: string) => app.calls.call(authCalls.readExport, { token });
  const close = (token: string) => app.calls.call(authCalls.closeExport, { token, rows: 7 });
  const gone = { code: 'link_invalid_or_expired', status: 400 };

  it('is opened by a mailed link, once, and holds the account, every session and what was written to us', async () => {
    const first = await app.confirmed();
    const { id, email } = first.user;
    await app.calls.call(authCalls.requestExport, { userId: id });
    await expect(app.calls.call(authCalls.requestExport, { userId: id })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: expect.any(Number) as number,
    });
    await app.calls.call(authCalls.signOut, { userId: id, sessionId: first.session_id, scope: 'local' });
    const token = await app.mailedToken(email, 'export');
    const words = { name: 'Rupali Gogoi', subject: 'billing', message: 'Where is my invoice?' } as const;
    await app.calls.call(authCalls.postContactMessage, { ...words, email: email.toUpperCase() });
    await app.calls.call(authCalls.postContactMessage, { ...words, email: `not-${email}` });
    const copy = await read(token);
    expect(copy).toEqual({
      account: { ...first.user, consented_at: expect.any(String) },
      sessions: [
        {
          id: first.session_id,
          device: 'Unknown device',
          user_agent: device.userAgent,
          ip: device.ip,
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          ended_at: expect.any(String),
        },
      ],
      contact_messages: [{ ...words, id: expect.any(String), created_at: expect.any(String), answered_at: null }],
    });
    expect(JSON.stringify(copy)).not.toMatch(/argon|password|hash/);
    const closed = await Promise.allSettled([close(token), close(token), close(token)]);
    expect(closed.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: id });
    expect(entries).toMatchObject([
      { action: 'account_exported', adminId: null, adminEmail: '', details: { rows: '7' } },
    ]);
    for (const bad of [token, '', 'x']) {
      await expect(read(bad)).rejects.toMatchObject(gone);
      await expect(close(bad)).rejects.toMatchObject(gone);
    }
  });
});
