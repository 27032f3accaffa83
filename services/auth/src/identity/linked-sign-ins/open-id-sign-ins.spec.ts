import { authCalls, authEvents } from '@luit/contracts/auth/messages';
import type { OpenIdIdentity, OpenIdIntent } from '@luit/contracts/auth/openid';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import { uuidv7 } from 'uuidv7';
import { AnonymizationService } from '../account-deletions/anonymization.service';
import { type AuthTestApp, device, password, startAuthTestApp, unknownDevice } from '../../test/auth-test-app';

const ISSUER = 'https://accounts.google.com';
const expired = { code: 'link_invalid_or_expired' };

describe('sign-in at an OpenID provider', () => {
  let app: AuthTestApp;
  let identity: OpenIdIdentity;
  let browser: Device;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const id = uuidv7();
    identity = {
      issuer: ISSUER,
      subject: id,
      email: `${id}@example.com`,
      isEmailVerified: true,
      displayName: 'Ritu Das',
    };
    const { device_token: token } = await start();
    browser = { ...device, token };
  });

  const start = (intent: OpenIdIntent = 'sign_in', session?: Session, by: Device = device) =>
    app.calls.call(authCalls.startOpenId, { intent, ...session, device: by });
  const take = (state: string, by = browser, session?: Session) =>
    app.calls.call(authCalls.takeOpenIdState, { state, ...session, device: by });
  const finish = (given: Partial<OpenIdIdentity> = {}, by = browser) =>
    app.calls.call(authCalls.finishOpenId, { intent: 'sign_in', identity: { ...identity, ...given }, device: by });
  const pending = async (kind: 'link' | 'sign_up', given: Partial<OpenIdIdentity> = {}) => {
    const { next, token = '' } = await finish(given);
    expect(next).toBe(kind);
    return token;
  };
  const signUp = async (by = browser, token?: string) =>
    app.calls.call(authCalls.signUpWithOpenId, {
      ...{ token: token ?? (await pending('sign_up')), name: 'Ritu', language: 'hi', marketing: true, device: by },
    });
  const confirmLink = (token: string, more: { password?: string } = {}, by = browser) =>
    app.calls.call(authCalls.confirmOpenIdLink, { token, device: by, ...more });
  const mailedLink = async (token: string) => {
    await app.calls.call(authCalls.mailOpenIdLink, { token, device: browser });
    return app.mailedToken(identity.email ?? '', 'link_sign_in');
  };
  const accessOf = ({ user, session_id: sessionId }: IssuedSession) =>
    app.calls.call(authCalls.listAccess, { userId: user.id, sessionId });
  type Session = { userId: string; sessionId: string };
  const sessionOf = ({ user, session_id: sessionId }: IssuedSession): Session => ({ userId: user.id, sessionId });

  describe('the state', () => {
    it('is used once, in time and in the browser that began', async () => {
      const started = await start('sign_in', undefined, browser);
      await expect(take(started.state, unknownDevice)).rejects.toMatchObject(expired);
      const results = await Promise.allSettled([take(started.state), take(started.state), take(started.state)]);
      const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(taken).toEqual([{ intent: 'sign_in', nonce: started.nonce, codeVerifier: started.codeVerifier }]);
      const { state } = await start('sign_in', undefined, browser);
      await app.rows(`UPDATE sign_in_challenges SET created_at = created_at - interval '11 minutes'`);
      await expect(take(state)).rejects.toMatchObject(expired);
    });

    it('cannot be made up, and its secrets differ each time', async () => {
      const [one, other] = [await start('sign_in', undefined, browser), await start('sign_in', undefined, browser)];
      expect(new Set([one.nonce, other.nonce, one.codeVerifier, other.codeVerifier, one.state]).size).toBe(5);
      const [id = '', proof = ''] = one.state.split('.');
      const [otherId = ''] = other.state.split('.');
      for (const forged of [`${otherId}.${proof}`, id, `${id}.${'A'.repeat(43)}`, 'x', `${uuidv7()}.${proof}`])
        await expect(take(forged)).rejects.toMatchObject(expired);
    });

    it('of an account cannot be used by another account, nor signed out', async () => {
      const [asha, mina] = [await app.confirmed(), await app.confirmed()];
      const { state } = await start('link', sessionOf(asha), browser);
      await expect(take(state, browser, sessionOf(mina))).rejects.toMatchObject(expired);
      await expect(take(state, browser)).rejects.toMatchObject(expired);
      expect(await take(state, browser, sessionOf(asha))).toMatchObject({ intent: 'link' });
      await expect(start('link')).rejects.toMatchObject({ code: 'unauthorized' });
    });
  });

  describe('of a person without an account', () => {
    it('creates one without a password, with the consents of a sign-up', async () => {
      const session = await signUp();
      expect(session.user).toMatchObject({
        ...{ email: identity.email, email_confirmed_at: expect.any(String), language: 'hi' },
        user_metadata: { name: 'Ritu', status: 'active' },
      });
      expect(await accessOf(session)).toMatchObject({
        hasPassword: false,
        linkedSignIns: [{ provider: 'Google', email: identity.email }],
      });
      const { notices } = await app.calls.call(authCalls.getConsents, { userId: session.user.id });
      expect(notices.map(({ notice, latest }) => [notice, latest?.given])).toEqual(
        expect.arrayContaining([
          ['terms', true],
          ['privacy', true],
          ['age', true],
          ['marketing', true],
        ]),
      );
      const events = await app.rows(`SELECT FROM outbox WHERE name = $1 AND payload ->> 'userId' = $2`, [
        authEvents.userConfirmed.name,
        session.user.id,
      ]);
      expect(events).toHaveLength(1);
      const again = await finish();
      expect(again).toMatchObject({ next: 'signed_in', session: { user: { id: session.user.id } } });
      expect(again.session?.session_id).not.toBe(session.session_id);
    });

    it('needs an address that the provider has verified, whether or not it has an account', async () => {
      const { user } = await app.confirmed();
      const code = 'email_not_confirmed';
      const answers = [
        finish({ isEmailVerified: false }),
        finish({ isEmailVerified: false, email: user.email }),
        finish({ email: null }),
      ].map((answer) => answer.catch((error: unknown) => error));
      const errors = (await Promise.all(answers)) as Error[];
      for (const error of errors) expect(error).toMatchObject({ code, message: errors[0]?.message });
      await expect(finish({ email: 'not an address' })).rejects.toMatchObject({ code: 'invalid_email' });
      expect(await app.rows('SELECT FROM linked_sign_ins WHERE subject = $1', [identity.subject])).toEqual([]);
    });

    it('is completed once, in the browser that began', async () => {
      const token = await pending('sign_up');
      await expect(signUp(unknownDevice, token)).rejects.toMatchObject(expired);
      const results = await Promise.allSettled([signUp(browser, token), signUp(browser, token)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [first, second] = [await finish({ subject: 'a' }), await finish({ subject: 'b' })];
      expect([first.next, second.next]).toEqual(['link', 'link']);
    });

    it('replaces an account that a stranger signed up with the address and never confirmed', async () => {
      const stranger = await app.signUp(identity.email ?? '');
      const strangersLink = await app.mailedToken(stranger.email);
      const session = await signUp();
      expect(session.user).toMatchObject({ id: stranger.id, user_metadata: { name: 'Ritu' } });
      await expect(app.calls.call(authCalls.signIn, { email: stranger.email, password, device })).rejects.toMatchObject(
        { code: 'invalid_credentials' },
      );
      await expect(
        app.calls.call(authCalls.confirmEmail, { token: strangersLink, password, device }),
      ).rejects.toMatchObject(expired);
    });

    it('of an address that got an account in the meantime is refused', async () => {
      const token = await pending('sign_up');
      await app.confirmed(identity.email ?? '');
      await expect(signUp(browser, token)).rejects.toMatchObject({ code: 'email_taken' });
    });
  });

  describe('of a person with an account', () => {
    let owner: IssuedSession;

    beforeEach(async () => {
      owner = await app.confirmed(identity.email ?? '');
    });

    it('is linked with the password, also in another spelling of the address', async () => {
      const token = await pending('link', { email: identity.email?.toUpperCase() });
      await expect(confirmLink(token)).rejects.toMatchObject({ code: 'password_required' });
      await expect(confirmLink(token, { password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' });
      const session = await confirmLink(token, { password });
      expect(session.user.id).toBe(owner.user.id);
      await expect(confirmLink(token, { password })).rejects.toMatchObject(expired);
      expect(await finish()).toMatchObject({ next: 'signed_in' });
      expect(await app.mailsTo(identity.email ?? '')).toContain('access_granted');
      const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 5, userId: owner.user.id });
      expect(entries).toMatchObject([{ action: 'sign_in_linked', adminEmail: '', details: { issuer: ISSUER } }]);
    });

    it('guesses of the password are limited as at sign-in', async () => {
      const token = await pending('link');
      const codes: unknown[] = [];
      for (let i = 0; i < 12; i += 1)
        codes.push(
          await confirmLink(token, { password: `guess ${i}` }, { ...browser, token: undefined }).catch(codeOf),
        );
      expect(codes).toContain('too_many_attempts');
      expect(codes).not.toContain(undefined);
    });

    it('is linked by mail in the same browser, and never in another', async () => {
      const token = await pending('link');
      const mailed = await mailedLink(token);
      expect(mailed).not.toBe('');
      await expect(confirmLink(mailed, {}, unknownDevice)).rejects.toMatchObject({ code: 'password_required' });
      expect((await confirmLink(mailed)).user.id).toBe(owner.user.id);
      await expect(confirmLink(mailed)).rejects.toMatchObject(expired);
    });

    it('mails one link a minute, and none for another browser', async () => {
      const token = await pending('link');
      const mail = (by: Device) => app.calls.call(authCalls.mailOpenIdLink, { token, device: by });
      await expect(mail(unknownDevice)).rejects.toMatchObject(expired);
      await mail(browser);
      await expect(mail(browser)).rejects.toMatchObject({ code: 'too_many_requests' });
    });

    it.each([
      ['blocked', 'user_blocked'],
      ['closing', 'account_closed'],
    ])('is refused to an account that is %s, which only its owner learns', async (status, code) => {
      const token = await pending('link');
      await app.rows('UPDATE users SET status = $2 WHERE id = $1', [owner.user.id, status]);
      await expect(confirmLink(token, { password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(confirmLink(token, { password })).rejects.toMatchObject({ code });
      await app.rows(`UPDATE users SET status = 'active' WHERE id = $1`, [owner.user.id]);
      await confirmLink(token, { password });
      await app.rows('UPDATE users SET status = $2 WHERE id = $1', [owner.user.id, status]);
      await expect(finish()).rejects.toMatchObject({ code });
    });

    it('an account of the provider belongs to one account, which has one of the provider', async () => {
      const link = (to: IssuedSession, given: Partial<OpenIdIdentity> = {}) =>
        app.calls.call(authCalls.finishOpenId, {
          ...{ intent: 'link' as const, identity: { ...identity, ...given }, ...sessionOf(to), device: browser },
        });
      expect(await link(owner)).toEqual({ next: 'linked' });
      expect(await link(owner)).toEqual({ next: 'linked' });
      expect((await accessOf(owner)).linkedSignIns).toHaveLength(1);
      await expect(link(owner, { subject: 'another' })).rejects.toMatchObject({ code: 'conflict' });
      await expect(link(await app.confirmed())).rejects.toMatchObject({ code: 'conflict' });
    });

    it('follows the provider’s id of the person, not the address', async () => {
      await confirmLink(await pending('link'), { password });
      const other = await app.confirmed();
      expect(await finish({ email: other.user.email })).toMatchObject({ session: { user: { id: owner.user.id } } });
      expect(await finish({ subject: 'another person', email: identity.email })).toMatchObject({ next: 'link' });
      expect(await finish({ issuer: 'https://other.example' })).toMatchObject({ next: 'link' });
    });

    it('makes the session a recent one, with the linked account alone', async () => {
      await confirmLink(await pending('link'), { password });
      const session = sessionOf(owner);
      await app.rows(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id = $1`, [
        owner.session_id,
      ]);
      const confirm = (given: Partial<OpenIdIdentity> = {}) =>
        app.calls.call(authCalls.finishOpenId, {
          ...{ intent: 'confirm' as const, identity: { ...identity, ...given }, ...session, device: browser },
        });
      await expect(confirm({ subject: 'a stranger' })).rejects.toMatchObject({ code: 'conflict' });
      const recent = () => app.calls.call(authCalls.requireRecentSignIn, session);
      await expect(recent()).rejects.toMatchObject({ code: 'password_required' });
      expect(await confirm()).toEqual({ next: 'confirmed' });
      await recent();
    });
  });

  it('an account without a password sets one by mail, and is unlinked without being locked out', async () => {
    const session = await signUp();
    const { userId, sessionId } = sessionOf(session);
    const [linked] = (await accessOf(session)).linkedSignIns;
    const unlink = (by: string) =>
      app.calls.call(authCalls.unlinkSignIn, { userId: by, linkedSignInId: linked?.id ?? '' });
    await expect(unlink((await app.confirmed()).user.id)).rejects.toMatchObject({ code: 'not_found' });
    await unlink(userId);
    expect(await finish()).toMatchObject({ next: 'link' });
    const email = identity.email ?? '';
    await expect(app.calls.call(authCalls.signIn, { email, password: '', device })).rejects.toBeDefined();
    const guess = { email, password: 'null', device };
    await expect(app.calls.call(authCalls.signIn, guess)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(
      app.calls.call(authCalls.setPassword, { userId, sessionId, password, currentPassword: 'null', device }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const token = await app.mailedToken(email, 'password_reset');
    const reset = await app.calls.call(authCalls.redeemPasswordReset, { token, device });
    await app.calls.call(authCalls.setPassword, { userId, sessionId: reset.session_id, password, device });
    expect((await app.calls.call(authCalls.signIn, { email, password, device })).user.id).toBe(userId);
  });

  it('nothing personal remains of a deleted account', async () => {
    const session = await signUp();
    await pending('link', { subject: 'another' });
    await app.calls.call(authCalls.deleteAccount, {
      ...{ userId: session.user.id, wantsRefund: false, by: { adminId: await adminId(), reason: 'asked for' } },
    });
    await app.resolve(AnonymizationService).anonymize(session.user.id);
    for (const table of ['linked_sign_ins', 'passkeys', 'sign_in_challenges'])
      expect(await app.rows(`SELECT FROM ${table} WHERE user_id = $1`, [session.user.id])).toEqual([]);
    expect(await finish()).toMatchObject({ next: 'sign_up' });
  });

  const adminId = async () => (await app.rows<{ id: string }>('SELECT id FROM admins LIMIT 1'))[0]?.id ?? '';
});

function codeOf(error: unknown): string {
  return (error as { code: string }).code;
}
