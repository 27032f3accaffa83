import { authCalls, authEvents } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp, unknownDevice } from '../../test/auth-test-app';

describe('email confirmation', () => {
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
  const passwordRequired = { code: 'password_required', status: 403 };

  it('an address owner who did not choose the password cannot confirm an attacker’s sign-up', async () => {
    const email = newAddress();
    await signUp(email, unknownDevice, 'the attacker’s password');
    const token = await app.mailedToken(email);
    await expect(confirm(token, device)).rejects.toMatchObject(passwordRequired);
    await expect(confirm(token, device, 'something')).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(
      app.calls.call(authCalls.signIn, { email, password: 'the attacker’s password', device: unknownDevice }),
    ).rejects.toMatchObject({ code: 'email_not_confirmed' });

    // The owner takes over the account with a password reset, which invalidates the attacker's password.
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const reset = await app.calls.call(authCalls.redeemPasswordReset, {
      token: await app.mailedToken(email, 'password_reset'),
      device,
    });
    const { id } = reset.user;
    await app.calls.call(authCalls.setPassword, { userId: id, sessionId: reset.session_id, password, device });
    await expect(confirm(token, unknownDevice)).rejects.toMatchObject({ code: 'link_invalid_or_expired' });
    await expect(
      app.calls.call(authCalls.signIn, { email, password: 'the attacker’s password', device: unknownDevice }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    const { user } = await app.calls.call(authCalls.signIn, { email, password, device });
    expect(user.email_confirmed_at).not.toBeNull();
  });

  it('a rejected link stays valid and confirms on any device with the password', async () => {
    const email = newAddress();
    await signUp(email, device);
    const token = await app.mailedToken(email);
    await expect(confirm(token, unknownDevice)).rejects.toMatchObject(passwordRequired);
    expect((await confirm(token, unknownDevice, password)).user.email).toBe(email);
  });

  it('the device or the IP address that signed up needs no password', async () => {
    const sameDevice = newAddress();
    const { device_token } = await signUp(sameDevice, device);
    await confirm(await app.mailedToken(sameDevice), { ...unknownDevice, token: device_token });
    const sameAddress = newAddress();
    await signUp(sameAddress, device);
    await confirm(await app.mailedToken(sameAddress), { ...unknownDevice, ip: device.ip });
  });

  it('a confirmed address is published once, by a confirmation link or a password reset', async () => {
    const published = (userId: string) =>
      app.rows(`SELECT FROM outbox WHERE name = $1 AND payload ->> 'userId' = $2`, [
        authEvents.userConfirmed.name,
        userId,
      ]);
    const byLink = await app.signUp(newAddress());
    expect(await published(byLink.id)).toHaveLength(0);
    await confirm(await app.mailedToken(byLink.email), device);
    expect(await published(byLink.id)).toHaveLength(1);
    const byReset = await app.signUp(newAddress());
    for (const { id, email } of [byReset, byLink]) {
      await app.calls.call(authCalls.requestPasswordReset, { email });
      const token = await app.mailedToken(email, 'password_reset');
      const { session_id: sessionId } = await app.calls.call(authCalls.redeemPasswordReset, { token, device });
      await app.calls.call(authCalls.setPassword, { userId: id, sessionId, password, device });
      expect(await published(id)).toHaveLength(1);
    }
  });

  it('password guesses at confirmation are limited as at sign-in', async () => {
    const email = newAddress();
    await signUp(email, unknownDevice);
    const token = await app.mailedToken(email);
    const guesses = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => confirm(token, device, `guess ${i}`)),
    );
    const codes = guesses.map((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : 'confirmed',
    );
    expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(6);
    expect(codes).not.toContain('confirmed');
  });

  it('an unconfirmed address can be registered again after its links expired, with only the new password', async () => {
    const email = newAddress();
    const { user } = await signUp(email, unknownDevice, 'the attacker’s password');
    await expect(signUp(email, device)).rejects.toMatchObject({ code: 'email_taken' });
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => signUp(email, device)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await confirm(await app.mailedToken(email), device);
    await app.calls.call(authCalls.signIn, { email, password, device });
    await expect(
      app.calls.call(authCalls.signIn, { email, password: 'the attacker’s password', device: unknownDevice }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    await expect(signUp(email, unknownDevice)).rejects.toMatchObject({ code: 'email_taken' });
  });
});
