import { authCalls } from '@luit/contracts/auth/messages';
import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { AnonymizationService } from '../account-deletions/anonymization.service';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const VERSION = '2026-11-27';

describe('consents', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());

  const signUp = async (changes: { email?: string; marketing?: boolean } = {}) => {
    const email = `${uuidv7()}@example.com`;
    const input = { email, password, name: 'Ritu', device, ...changes };
    return (await app.calls.call(authCalls.signUp, input)).user;
  };
  const get = async (userId: string) => (await app.calls.call(authCalls.getConsents, { userId })).notices;
  const change = async (
    userId: string,
    { version = VERSION, ...changes }: { version?: string; notice: 'terms' | 'marketing'; given: boolean },
  ) => (await app.calls.call(authCalls.changeConsent, { userId, version, source: 'account', ...changes })).notices;
  const acts = (userId: string) =>
    app.rows<{ act: string }>(
      `SELECT concat_ws(' ', notice, version, is_given, source) AS act FROM consents WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  /** Adds the consent of a user to an earlier version. */
  const agreeToOlder = (userId: string) =>
    app.rows(
      `INSERT INTO consents (user_id, notice, version, is_given, source) VALUES ($1, 'terms', '2025-01-01', true, 'sign_up')`,
      [userId],
    );

  it('a sign-up records the versions that were accepted when the account was created, and no marketing', async () => {
    const { id } = await signUp();
    expect(await acts(id)).toEqual([
      { act: `terms ${VERSION} t sign_up` },
      { act: `privacy ${VERSION} t sign_up` },
      { act: `age ${VERSION} t sign_up` },
    ]);
    const [row] = await app.rows<{ together: boolean }>(
      `SELECT bool_and(c.recorded_at = u.consented_at) AS together FROM consents c JOIN users u ON u.id = c.user_id WHERE u.id = $1`,
      [id],
    );
    expect(row).toEqual({ together: true });
    const notices = await get(id);
    expect(notices.filter(({ needed }) => needed)).toEqual([]);
    expect(notices.find(({ notice }) => notice === 'marketing')).toMatchObject({ version: VERSION, latest: null });
  });

  it('a rejected sign-up and a version that never existed record nothing', async () => {
    const { id, email } = await signUp();
    await expect(signUp({ email })).rejects.toMatchObject({ code: 'email_taken' });
    expect(await acts(id)).toHaveLength(3);
    const unknown = { email: `${uuidv7()}@example.com`, password, name: 'Ritu', device, termsVersion: '2020-01-01' };
    await expect(app.calls.call(authCalls.signUp, unknown as never)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('a second sign-up with an abandoned address replaces the choice of the first', async () => {
    const { id, email } = await signUp({ marketing: true });
    await app.rows(`UPDATE links SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [id]);
    await app.rows(`UPDATE mails SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [id]);
    expect((await signUp({ email })).id).toBe(id);
    expect((await acts(id)).at(-1)).toEqual({ act: `marketing ${VERSION} f sign_up` });
  });

  it('marketing is given and withdrawn, and repeating either records nothing', async () => {
    const { id } = await signUp();
    await change(id, { notice: 'marketing', given: false });
    for (const given of [true, true, false, false]) await change(id, { notice: 'marketing', given });
    expect((await acts(id)).slice(3)).toEqual([
      { act: `marketing ${VERSION} t account` },
      { act: `marketing ${VERSION} f account` },
    ]);
  });

  it('concurrent repetitions are recorded once', async () => {
    const { id } = await signUp();
    await Promise.all([1, 2, 3].map(() => change(id, { notice: 'marketing', given: true })));
    expect(await acts(id)).toHaveLength(4);
  });

  it('a new version of a notice asks again until it is accepted', async () => {
    const { id } = await signUp();
    await agreeToOlder(id);
    expect((await get(id)).filter(({ needed }) => needed)).toMatchObject([
      { notice: 'terms', version: VERSION, latest: { version: '2025-01-01' } },
    ]);
    const notices = await change(id, { notice: 'terms', given: true });
    expect(notices.filter(({ needed }) => needed)).toEqual([]);
  });

  it.each([
    ['to withdraw from the terms', { notice: 'terms', given: false } as const, 'validation_failed'],
    ['an older version', { notice: 'terms', given: true, version: '2025-01-01' } as const, 'conflict'],
  ])('%s is refused', async (_what, request, code) => {
    const { id } = await signUp();
    await expect(change(id, request)).rejects.toMatchObject({ code });
    expect(await acts(id)).toHaveLength(3);
  });

  it('an account that is being deleted, and an unknown one, cannot agree to anything', async () => {
    const { id } = await signUp();
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [id]);
    for (const userId of [id, uuidv7()]) {
      await expect(change(userId, { notice: 'marketing', given: true })).rejects.toMatchObject({
        code: 'user_not_found',
      });
    }
  });

  it('consents stay when the account is deleted, under its id alone', async () => {
    const { id } = await signUp({ marketing: true });
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [id]);
    await app.resolve(AnonymizationService).anonymize(id);
    expect(await app.rows('SELECT status FROM users WHERE id = $1', [id])).toEqual([{ status: 'closed' }]);
    expect(await acts(id)).toHaveLength(4);
  });

  it.each(['UPDATE auth.consents SET is_given = false', 'DELETE FROM auth.consents', 'TRUNCATE auth.consents'])(
    'the database refuses %s even to its administrator',
    async (statement) => {
      const client = new Client({ connectionString: app.database.adminUrl });
      await client.connect();
      try {
        await expect(client.query(statement)).rejects.toThrow('Consents are append-only');
      } finally {
        await client.end();
      }
    },
  );
});
