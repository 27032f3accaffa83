import { authCalls } from '@luit/contracts/auth';
import { device, startStage, type Stage } from '../test/stage';

describe('G-49: a copy of the account', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await startStage();
  });

  afterAll(() => stage.close());

  const read = (token: string) => stage.calls.call(authCalls.readExport, { token });
  const close = (token: string) => stage.calls.call(authCalls.closeExport, { token, rows: 7 });
  const gone = { code: 'link_invalid_or_expired', status: 400 };

  it('is opened by a mailed link, once, and holds the account, every session and what was written to us', async () => {
    const first = await stage.confirmed();
    const { id, email } = first.user;
    await stage.calls.call(authCalls.requestExport, { userId: id });
    await expect(stage.calls.call(authCalls.requestExport, { userId: id })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: expect.any(Number) as number,
    });
    await stage.calls.call(authCalls.signOut, { userId: id, sessionId: first.session_id, scope: 'local' });
    const token = await stage.mailedToken(email, 'export');
    const words = { name: 'Rupali Gogoi', subject: 'billing', message: 'Where is my invoice?' } as const;
    await stage.calls.call(authCalls.postContactMessage, { ...words, email: email.toUpperCase() });
    await stage.calls.call(authCalls.postContactMessage, { ...words, email: `not-${email}` });
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
    const { entries } = await stage.calls.call(authCalls.listAuditLog, { limit: 10, subject: id });
    expect(entries).toMatchObject([
      { action: 'account_exported', adminId: null, adminEmail: '', details: { rows: '7' } },
    ]);
    for (const bad of [token, '', 'x']) {
      await expect(read(bad)).rejects.toMatchObject(gone);
      await expect(close(bad)).rejects.toMatchObject(gone);
    }
  });
});
