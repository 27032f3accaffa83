import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const phone: Device = {
  ip: '198.51.100.9',
  userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko Firefox/130.0',
};

describe('the device list of an account', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const signIn = (email: string, from: Device) => app.calls.call(authCalls.signIn, { email, password, device: from });
  const list = async (session: { session_id: string; user: { id: string } }) => {
    const request = { userId: session.user.id, sessionId: session.session_id };
    return (await app.calls.call(authCalls.listSessions, request)).sessions;
  };

  it('devices are listed most recently used first, until they are signed out', async () => {
    const first = await app.confirmed();
    const second = await signIn(first.user.email, phone);
    expect(await list(first)).toEqual([
      {
        id: second.session_id,
        device: 'Firefox on Android',
        ip: phone.ip,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        current: false,
      },
      expect.objectContaining({ id: first.session_id, current: true }),
    ]);
    await app.calls.call(authCalls.refresh, { refreshToken: first.refresh_token, device });
    expect((await list(second)).map(({ id, current }) => [id, current])).toEqual([
      [first.session_id, false],
      [second.session_id, true],
    ]);

    const revoke = (userId: string, sessionId: string) =>
      app.calls.call(authCalls.revokeSession, { userId, sessionId });
    const stranger = await app.confirmed();
    for (const id of [stranger.session_id, uuidv7()]) {
      await expect(revoke(first.user.id, id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    }
    await revoke(first.user.id, second.session_id);
    expect((await list(first)).map(({ id }) => id)).toEqual([first.session_id]);
    await expect(revoke(first.user.id, second.session_id)).rejects.toMatchObject({ code: 'not_found' });
    await app.rows(`UPDATE sessions SET last_used_at = now() - interval '31 days' WHERE id = $1`, [first.session_id]);
    expect(await list(first)).toEqual([]);
  });

  it('the owner is mailed about a new device but not about a trusted one', async () => {
    const first = await app.confirmed();
    const { email } = first.user;
    await signIn(email, { ...device, token: first.device_token });
    expect(await app.mailsTo(email)).toEqual(['confirm']);
    const { device_token } = await signIn(email, phone);
    await signIn(email, { ...phone, token: device_token });
    expect(await app.mailsTo(email)).toEqual(['confirm', 'new_sign_in']);
    const [mail] = await app.rows<{ id: string }>(`SELECT id FROM mails WHERE "to" = $1 AND kind = 'new_sign_in'`, [
      email,
    ]);
    const rendered = await app.calls.call(authCalls.renderMail, { mailId: mail?.id ?? '' });
    expect(rendered?.subject).toBe('New sign-in to your Luit account');
    expect(rendered?.text).toMatch(
      /on \d+ \w+ \d{4} at \d\d:\d\d IST from Firefox on Android, IP address 198\.51\.100\.9\./,
    );
    expect(rendered?.html).toContain('href="https://luit.example/settings/sign-in"');
  });

  it('several accounts can trust one device', async () => {
    const first = await app.confirmed();
    const other = await app.confirmed();
    const shared = { ...device, token: first.device_token };
    expect((await signIn(other.user.email, shared)).device_token).toBe(first.device_token);
    await signIn(other.user.email, shared);
    expect(await app.mailsTo(other.user.email)).toEqual(['confirm', 'new_sign_in']);
  });
});
