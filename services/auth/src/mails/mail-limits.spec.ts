import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

const PER_DAY = 20;

describe('mails to one address', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  /** As if everything about the account had happened so much earlier. */
  const passTime = (userId: string, time: string) =>
    app.rows(
      `WITH aged AS (UPDATE mails SET created_at = created_at - $2::interval WHERE user_id = $1)
       UPDATE users SET created_at = created_at - $2::interval WHERE id = $1`,
      [userId, time],
    );
  /** Asks once a minute until it is refused; answers how often it was not, and the refusal. */
  const askOnAndOn = async (userId: string, ask: () => Promise<unknown>) => {
    for (let mails = 0; ; mails += 1) {
      await passTime(userId, '61 seconds');
      const refusal = await ask().then(
        () => undefined,
        (error: unknown) => error as { code: string; status: number; retryAfterSeconds: number },
      );
      if (refusal) return { mails, refusal };
    }
  };
  const nearlyADay = (seconds: number) => seconds > 23 * 3_600 && seconds < 24 * 3_600;

  it('AUTH-29: are 20 a day, resets and all that can be asked for together, and then again tomorrow', async () => {
    const { user } = await app.confirmed();
    const forgot = () => app.calls.call(authCalls.requestPasswordReset, { email: user.email.toUpperCase() });
    const exports = () => app.calls.call(authCalls.requestExport, { userId: user.id });
    await exports();
    const { mails, refusal } = await askOnAndOn(user.id, forgot);
    // Beside the confirmation and the export.
    expect(mails).toBe(PER_DAY - 2);
    expect(refusal).toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      message: 'Too many reset attempts. Please try again later',
    });
    expect(nearlyADay(refusal.retryAfterSeconds)).toBe(true);
    await expect(exports()).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
    await passTime(user.id, '1 day');
    await forgot();
  });

  it('AUTH-11: the confirmation too, and an address nobody confirms is not mailed through new sign-ups', async () => {
    const user = await app.signUp();
    const { mails, refusal } = await askOnAndOn(user.id, () => app.calls.call(authCalls.resendConfirmation, user));
    expect(mails).toBe(PER_DAY - 1);
    const tooMany = {
      code: 'too_many_requests',
      status: 429,
      message: 'We have sent you many mails today. Please look in your inbox and in spam, or try again later',
    };
    expect(refusal).toMatchObject(tooMany);
    expect(nearlyADay(refusal.retryAfterSeconds)).toBe(true);
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    const again = { email: user.email, password, name: 'Ritu', device };
    await expect(app.calls.call(authCalls.signUp, again)).rejects.toMatchObject(tooMany);
    await passTime(user.id, '1 day');
    await app.calls.call(authCalls.signUp, again);
  });

  it('what an owner has to know is sent in any case', async () => {
    const { user } = await app.confirmed();
    await askOnAndOn(user.id, () => app.calls.call(authCalls.requestPasswordReset, user));
    await app.calls.call(authCalls.signIn, { email: user.email, password, device: { ...device, userAgent: 'new' } });
    expect((await app.mailsTo(user.email)).at(-1)).toBe('new_sign_in');
  });

  it('G-32: where accounts are not revealed nobody learns of the limit', async () => {
    await app.restart({ isRevealingAccounts: false });
    const { user } = await app.confirmed();
    const forgot = (email: string) => app.calls.call(authCalls.requestPasswordReset, { email });
    for (let i = 0; i < PER_DAY + 2; i += 1) {
      await passTime(user.id, '61 seconds');
      expect(await forgot(user.email)).toEqual(await forgot(`${uuidv7()}@example.com`));
    }
    expect(await app.mailsTo(user.email)).toHaveLength(PER_DAY);
    await app.signUp(user.email);
    expect(await app.mailsTo(user.email)).toHaveLength(PER_DAY);
  });
});
