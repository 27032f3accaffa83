import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const PER_DAY = 20;

describe('mail limits', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  /** Moves everything about the account into the past. */
  const passTime = (userId: string, time: string) =>
    app.rows(
      `WITH aged AS (UPDATE mails SET created_at = created_at - $2::interval WHERE user_id = $1)
       UPDATE users SET created_at = created_at - $2::interval WHERE id = $1`,
      [userId, time],
    );
  /** Repeats a request once a minute until it is rejected; returns the number of mails and the error. */
  const repeatUntilRejected = async (userId: string, request: () => Promise<unknown>) => {
    for (let mails = 0; ; mails += 1) {
      await passTime(userId, '61 seconds');
      const rejection = await request().then(
        () => undefined,
        (error: unknown) => error as { code: string; status: number; retryAfterSeconds: number },
      );
      if (rejection) return { mails, rejection };
    }
  };
  const isNearlyOneDay = (seconds: number) => seconds > 23 * 3_600 && seconds < 24 * 3_600;

  it('a user gets at most 20 mails on request a day, over all kinds [AUTH-29]', async () => {
    const { user } = await app.confirmed();
    const requestReset = () => app.calls.call(authCalls.requestPasswordReset, { email: user.email.toUpperCase() });
    const exports = () => app.calls.call(authCalls.requestExport, { userId: user.id });
    await exports();
    const { mails, rejection } = await repeatUntilRejected(user.id, requestReset);
    // The account got the confirmation and the export, too.
    expect(mails).toBe(PER_DAY - 2);
    expect(rejection).toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      message: 'Too many reset attempts. Please try again later',
    });
    expect(isNearlyOneDay(rejection.retryAfterSeconds)).toBe(true);
    await expect(exports()).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
    await passTime(user.id, '1 day');
    await requestReset();
  });

  it('confirmations count, and new sign-ups cannot bypass the limit of an unconfirmed address [AUTH-11]', async () => {
    const user = await app.signUp();
    const { mails, rejection } = await repeatUntilRejected(user.id, () =>
      app.calls.call(authCalls.resendConfirmation, user),
    );
    expect(mails).toBe(PER_DAY - 1);
    const tooMany = {
      code: 'too_many_requests',
      status: 429,
      message: 'We have sent you too many emails today. Please check your inbox and spam folder, or try again later',
    };
    expect(rejection).toMatchObject(tooMany);
    expect(isNearlyOneDay(rejection.retryAfterSeconds)).toBe(true);
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    const again = { email: user.email, password, name: 'Ritu', device };
    await expect(app.calls.call(authCalls.signUp, again)).rejects.toMatchObject(tooMany);
    await passTime(user.id, '1 day');
    await app.calls.call(authCalls.signUp, again);
  });

  it('security notifications are not limited', async () => {
    const { user } = await app.confirmed();
    await repeatUntilRejected(user.id, () => app.calls.call(authCalls.requestPasswordReset, user));
    await app.calls.call(authCalls.signIn, { email: user.email, password, device: { ...device, userAgent: 'new' } });
    expect((await app.mailsTo(user.email)).at(-1)).toBe('new_sign_in');
  });

  describe('if accounts are not revealed [G-32]', () => {
    beforeAll(() => app.restart({ isRevealingAccounts: false }));
    afterAll(() => app.restart());

    it('the limit is not observable', async () => {
      const { user } = await app.confirmed();
      const requestReset = (email: string) => app.calls.call(authCalls.requestPasswordReset, { email });
      for (let i = 0; i < PER_DAY + 2; i += 1) {
        await passTime(user.id, '61 seconds');
        expect(await requestReset(user.email)).toEqual(await requestReset(`${uuidv7()}@example.com`));
      }
      expect(await app.mailsTo(user.email)).toHaveLength(PER_DAY);
      await app.signUp(user.email);
      expect(await app.mailsTo(user.email)).toHaveLength(PER_DAY);
    });
  });
});
