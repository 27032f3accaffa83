import { MAIL_KINDS } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import { UserEntity } from '../../records/users/user.entity';
import { MailsService } from '../../records/queued-mails/mails.service';

describe('mails', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp({ isRevealingAccounts: false });
  });

  afterAll(() => app.close());

  const render = (mailId: string) => app.calls.call(authCalls.renderMail, { mailId });
  const newestTo = async (email: string) =>
    (await app.rows<{ id: string }>('SELECT id FROM mails WHERE "to" = $1 ORDER BY created_at DESC', [email]))[0]?.id ??
    '';

  it('a confirmation mail goes to the address as typed, with the link in HTML and text', async () => {
    const email = `Ritu.${uuidv7()}@Example.com`;
    await app.calls.call(authCalls.signUp, { email, password, name: 'Ritu', device });
    const mail = await render(await newestTo(email));
    const token = await app.mailedToken(email);
    expect(mail).toMatchObject({ to: email, subject: 'Confirm your email address for Luit' });
    expect(mail?.text).toContain(`https://luit.example/auth/confirm?token=${token}\n`);
    expect(mail?.html).toContain(`href="https://luit.example/auth/confirm?token=${token}"`);
    expect(mail?.html).toContain('prefers-color-scheme:dark');
  });

  it('a name is escaped', async () => {
    const { user } = await app.confirmed();
    await app.calls.call(authCalls.updateUser, { userId: user.id, name: '<b>Ritu & "Das"</b>' });
    await app.calls.call(authCalls.requestPasswordReset, { email: user.email });
    const mail = await render(await newestTo(user.email));
    expect(mail?.html).toContain('&lt;b&gt;Ritu &amp; &quot;Das&quot;&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>');
  });

  it.each(MAIL_KINDS)(
    'a mail of kind %s to an address that nobody confirmed says nothing that a stranger typed',
    async (kind) => {
      const typed = 'Call +91 98765 about your prize';
      const email = `${uuidv7()}@example.com`;
      const { user } = await app.calls.call(authCalls.signUp, { email, password, name: typed, device });
      await app.rows('DELETE FROM mails WHERE "to" = $1', [email]);
      const id = uuidv7();
      const details = {
        name: typed,
        reason: 'operator',
        paidAt: '2026-11-21T15:00:00Z',
        expiresAt: '2026-11-21T15:00:00Z',
      };
      await app.rows(
        `INSERT INTO mails (id, user_id, kind, "to", link_id, details) VALUES ($1, $2, $3, $4, (SELECT id FROM links WHERE user_id = $2), $5)`,
        [id, user.id, kind, email, JSON.stringify(kind.startsWith('account_del') ? {} : details)],
      );
      expect(JSON.stringify(await render(id).catch(() => null))).not.toContain('98765');
    },
  );

  it('after the reset of a password, the name of a stranger who signed up with the address is gone', async () => {
    const email = `${uuidv7()}@example.com`;
    await app.calls.call(authCalls.signUp, { email, password, name: 'Call +91 98765', device });
    await app.rows(`UPDATE mails SET created_at = created_at - interval '1 hour' WHERE "to" = $1`, [email]);
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const token = await app.mailedToken(email, 'password_reset');
    const reset = await app.calls.call(authCalls.redeemPasswordReset, { token, device });
    const { session_id: sessionId, user } = reset;
    await app.calls.call(authCalls.setPassword, { userId: user.id, sessionId, password: 'a new horse', device });
    expect((await render(await newestTo(email)))?.html).not.toContain('98765');
  });

  it('deleting an account that nobody confirmed mails no name', async () => {
    const email = `${uuidv7()}@example.com`;
    const { user } = await app.calls.call(authCalls.signUp, { email, password, name: 'Call +91 98765', device });
    const entity = await app.resolve(DataSource).manager.findOneByOrFail(UserEntity, { id: user.id });
    await app.resolve(MailsService).queueAccountDeleted(app.resolve(DataSource).manager, entity);
    const mail = await render(await newestTo(email));
    expect(mail?.subject).toBe('Your Luit account has been deleted');
    expect(mail?.html).not.toContain('98765');
  });

  it('a mail renders identically until it is sent', async () => {
    const { email } = await app.signUp();
    const id = await newestTo(email);
    expect(await render(id)).toEqual(await render(id));
    await app.calls.call(authCalls.markMailSent, { mailId: id });
    await app.calls.call(authCalls.markMailSent, { mailId: id });
    expect(await render(id)).toBeNull();
  });

  it('a mail is not rendered after its link was used or has expired', async () => {
    const used = await app.signUp();
    await app.calls.call(authCalls.confirmEmail, { token: await app.mailedToken(used.email), device });
    expect(await render(await newestTo(used.email))).toBeNull();
    const late = await app.signUp();
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [late.id]);
    expect(await render(await newestTo(late.email))).toBeNull();
    expect(await render(uuidv7())).toBeNull();
  });

  it('the owner of an address is mailed about a sign-up with it, without an action link', async () => {
    const { user } = await app.confirmed();
    await app.signUp(user.email);
    const mail = await render(await newestTo(user.email));
    expect(mail?.subject).toBe('You already have a Luit account');
    expect(mail?.html).toContain('href="https://luit.example/auth"');
    expect(mail?.html).not.toContain('token=');
  });
});
