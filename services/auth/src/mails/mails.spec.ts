import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

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
    await app.calls.call(authCalls.signUp, { email, password, name: '<b>Ritu & "Das"</b>', device });
    const mail = await render(await newestTo(email));
    const token = await app.mailedToken(email);
    expect(mail).toMatchObject({ to: email, subject: 'Confirm your email address for Luit' });
    expect(mail?.text).toContain(`https://luit.example/auth/confirm?token=${token}\n`);
    expect(mail?.html).toContain(`href="https://luit.example/auth/confirm?token=${token}"`);
    expect(mail?.html).toContain('&lt;b&gt;Ritu &amp; &quot;Das&quot;&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.html).toContain('prefers-color-scheme:dark');
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
