import { mailJob } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { Queues } from '@luit/platform/queues/queues';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { eventually } from '@luit/platform/testing/eventually';
import { verify } from 'jsonwebtoken';
import { device, password, startAuthTestApp, type AuthTestApp } from './auth-test-app';

describe('account lifecycle', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  it('a user signs up, confirms by mail, signs in, refreshes and signs out', async () => {
    const { calls } = app;
    const email = 'Ritu@Example.com';
    const signUp = await calls.call(authCalls.signUp, { email, password, name: ' Ritu Das ', device });
    expect(signUp).toMatchObject({
      requires_email_confirmation: true,
      user: { email: 'ritu@example.com', email_confirmed_at: null, user_metadata: { name: 'Ritu Das', credits: 0 } },
    });

    const token = await app.mailedToken(email);
    const first = await calls.call(authCalls.confirmEmail, { token, device });
    expect(first.user).toMatchObject({ id: signUp.user.id, email_confirmed_at: expect.any(String) as string });

    const signedIn = await calls.call(authCalls.signIn, { email, password, device });
    const { keys } = await calls.call(authCalls.getVerificationKeys, {});
    const pem = keys.find((key) => key.audience === 'luit-web')?.publicKeyPem ?? '';
    const claims = verify(signedIn.access_token, pem, { algorithms: ['ES256'], audience: 'luit-web', issuer: 'luit' });
    expect(claims).toEqual<AccessTokenClaims>({
      sub: signUp.user.id,
      aud: 'luit-web',
      iss: 'luit',
      sid: signedIn.session_id,
      typ: 'access',
      email: 'ritu@example.com',
      name: 'Ritu Das',
      iat: expect.any(Number) as number,
      exp: signedIn.expires_at,
    });

    const refreshed = await calls.call(authCalls.refresh, { refreshToken: signedIn.refresh_token, device });
    expect(refreshed.session_id).toBe(signedIn.session_id);
    expect(refreshed.refresh_token).not.toBe(signedIn.refresh_token);

    const revoked = await calls.call(authCalls.signOut, {
      userId: signUp.user.id,
      sessionId: signedIn.session_id,
      scope: 'local',
    });
    expect(revoked).toEqual({ revokedSessionIds: [signedIn.session_id] });
    await expect(
      calls.call(authCalls.refresh, { refreshToken: refreshed.refresh_token, device }),
    ).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    await calls.call(authCalls.refresh, { refreshToken: first.refresh_token, device });
  });

  it('the mail job reaches the queue of the worker', async () => {
    const user = await app.signUp();
    const [mail] = await app.rows<{ id: string }>('SELECT id FROM mails WHERE user_id = $1', [user.id]);
    const redis = connectRedis(app.redis.url, 'test-queue');
    const queues = new Queues(redis);
    await eventually(async () => {
      const entry = await queues.named(mailJob.name).getJob(mail?.id ?? '');
      expect(entry?.data.payload).toEqual({ id: mail?.id });
    });
    await queues.close();
    await closeRedis(redis);
  });
});
