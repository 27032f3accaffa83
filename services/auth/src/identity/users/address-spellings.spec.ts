// cspell:disable
import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('spellings of an address', () => {
  let app: AuthTestApp;
  let name: string;
  let spellings: string[];

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    name = `jose-${uuidv7().slice(-12)}`;
    spellings = [
      `${name}@münchen.example`,
      `${name}@xn--mnchen-3ya.example`,
      `${name}@mu\u0308nchen.example`,
      `${name.toUpperCase()}@MÜNCHEN.EXAMPLE`,
      `${name}＠münchen．example`,
      `${name.replace('jose', 'ｊｏｓｅ')}@XN--MNCHEN-3YA.EXAMPLE.`,
    ];
  });

  it('open the same account at sign-up, sign-in, reset and resend', async () => {
    const { user } = await app.confirmed(spellings[1]);
    expect(user.email).toBe(spellings[0]);
    for (const email of spellings) {
      await expect(app.signUp(email)).rejects.toMatchObject({ code: 'email_taken' });
      const signedIn = await app.calls.call(authCalls.signIn, { email, password, device });
      expect(signedIn.user.id).toBe(user.id);
      await expect(app.calls.call(authCalls.resendConfirmation, { email })).rejects.toMatchObject({ code: 'conflict' });
    }
    await app.calls.call(authCalls.requestPasswordReset, { email: spellings[4] ?? '' });
    expect((await app.rows<{ to: string }>(`SELECT "to" FROM mails WHERE user_id = $1`, [user.id])).at(-1)?.to).toBe(
      spellings[0],
    );
  });

  it('are found by operators in users, jobs, mails and breaches', async () => {
    const { user } = await app.confirmed(spellings[1]);
    const [{ id: adminId }] = (await app.rows('SELECT id FROM admins')) as [{ id: string }];
    const { id: breachId } = await app.calls.call(authCalls.recordBreach, {
      ...{
        adminId,
        title: 'Keys',
        description: 'A key leaked',
        noticedBy: 'Mina',
        noticedAt: new Date().toISOString(),
      },
    });
    for (const [index, email] of spellings.entries()) {
      expect(await app.calls.call(authCalls.findUser, { email })).toEqual({ userId: user.id });
      const { users } = await app.calls.call(authCalls.listUsers, { limit: 10, words: email });
      expect(users.map(({ id }) => id)).toEqual([user.id]);
      expect((await app.calls.call(authCalls.searchUsers, { words: email })).users.map(({ id }) => id)).toEqual([
        user.id,
      ]);
      expect((await app.calls.call(authCalls.listMails, { limit: 10, words: email })).items).not.toEqual([]);
      const selection = { adminId, breachId, kind: 'accounts', accounts: email } as const;
      expect(await app.calls.call(authCalls.addBreachAccounts, selection)).toMatchObject({
        added: index ? 0 : 1,
        unknown: [],
      });
    }
  });

  it('count together toward the limit of receipts for reports, and belong to the export of the account', async () => {
    const { user } = await app.confirmed(spellings[0]);
    for (const email of [...spellings, ...spellings]) {
      const report = {
        kind: 'unlawful',
        target: 'https://luit.example/s/x',
        text: 'Please look at it',
        email,
      } as const;
      await app.calls.call(authCalls.postContentReport, { ...report, idempotencyKey: uuidv7() });
      await app.calls.call(authCalls.postContactMessage, { name: 'José', email, subject: 'general', message: 'Hello' });
    }
    const received = await app.rows(`SELECT id FROM mails WHERE kind = 'report_received' AND lower("to") = $1`, [
      user.email,
    ]);
    expect(received).toHaveLength(10);
    const messages = await app.rows('SELECT id FROM contact_messages WHERE lower(email) = $1', [user.email]);
    expect(messages).toHaveLength(12);
  });

  it('are one operator, and none of them is a good password', async () => {
    const [{ id: adminId }] = (await app.rows('SELECT id FROM admins')) as [{ id: string }];
    await app.calls.call(authCalls.inviteOperator, { adminId, email: spellings[0] ?? '', role: 'support' });
    for (const email of spellings) {
      const again = app.calls.call(authCalls.inviteOperator, { adminId, email, role: 'support' });
      await expect(again).rejects.toMatchObject({ code: 'email_taken' });
      const own = app.calls.call(authCalls.signUp, {
        email: spellings[0] ?? '',
        password: email,
        name: 'José',
        device,
      });
      await expect(own).rejects.toMatchObject({ code: 'weak_password' });
    }
  });

  it.each([
    'a\u200b@example.com',
    'a\u3164@example.com',
    'a@exa mple.com',
    'a@\u202eexample.com',
    '@example.com',
    'a@b',
  ])('%j is not an address', async (email) => {
    await expect(app.signUp(email)).rejects.toMatchObject({ code: 'invalid_email' });
  });
});
