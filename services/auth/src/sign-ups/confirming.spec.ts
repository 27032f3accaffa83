import { authCalls, authEvents } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp, unknownDevice } from '../test/auth-test-app';

describe('confirming somebody else’s sign-up', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const newAddress = () => `${uuidv7()}@example.com`;
  const signUp = (email: string, from: Device, word = password) =>
    app.calls.call(authCalls.signUp, { email, password: word, name: 'Ritu', device: from });
  const confirm = (token: string, from: Device, word?: string) =>
    app.calls.call(authCalls.confirmEmail, { token, device: from, password: word });
  const needed = { code: 'password_required', status: 403 };

  it('is refused to an owner who did not choose the password, so that the stranger never shares the account', async () => {
    const email = newAddress();
    await signUp(email, unknownDevice, 'the stranger’s own');
    const token = await app.mailedToken(email);
    await expect(confirm(token, device)).rejects.toMatchObject(needed);
    await expect(confirm(token, device, 'something')).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(
      app.calls.call(authCalls.signIn, { email, password: 'the stranger’s own', device: unknownDevice }),
    ).rejects.toMatchObject({ code: 'email_not_confirmed' });

    // The owner takes the account over by a new password, and the stranger's is void.
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const recovery = await app.calls.call(authCalls.redeemPasswordReset, {
      token: await app.mailedToken(email, 'password_reset'),
      device,
    });
    const { id } = recovery.user;
    await app.calls.call(authCalls.setPassword, { userId: id, sessionId: recovery.session_id, password, device });
    await expect(confirm(token, unknownDevice)).rejects.toMatchObject({ code: 'link_invalid_or_expired' });
    await expect(
      app.calls.call(authCalls.signIn, { email, password: 'the stranger’s own', device: unknownDevice }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    const { user } = await app.calls.call(authCalls.signIn, { email, password, device });
    expect(user.email_confirmed_at).not.toBeNull();
  });

  it('a refusal leaves the link good: with the password it confirms anywhere', async () => {
    const email = newAddress();
    await signUp(email, device);
    const token = await app.mailedToken(email);
    await expect(confirm(token, unknownDevice)).rejects.toMatchObject(needed);
    expect((await confirm(token, unknownDevice, password)).user.email).toBe(email);
  });

  it('needs no password on the device that signed up, wherever it is, or in the same network', async () => {
    const moved = newAddress();
    const { device_token } = await signUp(moved, device);
    await confirm(await app.mailedToken(moved), { ...unknownDevice, token: device_token });
    const beside = newAddress();
    await signUp(beside, device);
    await confirm(await app.mailedToken(beside), { ...unknownDevice, ip: device.ip });
  });

  it('tells of a confirmed address once, by whichever link it came about', async () => {
    const told = (userId: string) =>
      app.rows(`SELECT FROM outbox WHERE name = $1 AND payload ->> 'userId' = $2`, [
        authEvents.userConfirmed.name,
        userId,
      ]);
    const byButton = await app.signUp(newAddress());
    expect(await told(byButton.id)).toHaveLength(0);
    await confirm(await app.mailedToken(byButton.email), device);
    expect(await told(byButton.id)).toHaveLength(1);
    const byRecovery = await app.signUp(newAddress());
    for (const { id, email } of [byRecovery, byButton]) {
      await app.calls.call(authCalls.requestPasswordReset, { email });
      const token = await app.mailedToken(email, 'password_reset');
      const { session_id: sessionId } = await app.calls.call(authCalls.redeemPasswordReset, { token, device });
      await app.calls.call(authCalls.setPassword, { userId: id, sessionId, password, device });
      expect(await told(id)).toHaveLength(1);
    }
  });

  it('guesses are bounded as at sign-in', async () => {
    const email = newAddress();
    await signUp(email, unknownDevice);
    const token = await app.mailedToken(email);
    const guesses = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => confirm(token, device, `guess ${i}`)),
    );
    const codes = guesses.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'in'));
    expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(6);
    expect(codes).not.toContain('in');
  });

  it('frees an address nobody confirmed once its links ran out, with the new password and no old one', async () => {
    const email = newAddress();
    const { user } = await signUp(email, unknownDevice, 'the stranger’s own');
    await expect(signUp(email, device)).rejects.toMatchObject({ code: 'email_taken' });
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => signUp(email, device)));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    await confirm(await app.mailedToken(email), device);
    await app.calls.call(authCalls.signIn, { email, password, device });
    await expect(
      app.calls.call(authCalls.signIn, { email, password: 'the stranger’s own', device: unknownDevice }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    await expect(signUp(email, unknownDevice)).rejects.toMatchObject({ code: 'email_taken' });
  });
});
