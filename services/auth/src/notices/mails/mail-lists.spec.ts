import type { MailState } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { decode } from 'jsonwebtoken';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { device, firstAdmin, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import type { MailFilter } from './mail-lists.service';
import { MailsService } from '../../records/queued-mails/mails.service';

const REASON = 'asked for by the customer';

describe('the list of mails', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    adminId = (decode(token) as { sub: string }).sub;
  });

  afterAll(() => app.close());

  const list = (filter: Partial<MailFilter> = {}) => app.calls.call(authCalls.listMails, { limit: 100, ...filter });
  const get = (mailId: string) => app.calls.call(authCalls.getMail, { mailId });
  const resend = (mailId: string) => app.calls.call(authCalls.resendMail, { mailId, adminId, reason: REASON });
  const mailTo = async (email: string) => (await list({ words: email })).items[0]!;
  const send = async (mailId: string) => {
    await app.calls.call(authCalls.renderMail, { mailId });
    await app.calls.call(authCalls.markMailSent, { mailId });
  };
  const sentLongAgo = (mailId: string) =>
    app.rows(`UPDATE mails SET sent_at = now() - interval '1 hour' WHERE id = $1`, [mailId]);

  it('a mail is found by its recipient, its user, its order and its own id, however the address is typed', async () => {
    const email = `Ritu.${uuidv7()}@Example.com`;
    const user = await app.signUp(email);
    const orderId = uuidv7();
    await app.resolve(DataSource).transaction((manager) =>
      app.resolve(MailsService).queue(manager, { id: user.id, emailAsTyped: email }, 'refund', {
        details: { orderId, amountPaise: '9900', credits: '100', reason: 'operator' },
      }),
    );
    const found = await list({ words: email.toUpperCase() });
    expect(found.items.map(({ kind }) => kind)).toEqual(['refund', 'confirm']);
    expect(found.items[0]).toMatchObject({
      to: email,
      userId: user.id,
      state: 'waiting',
      subject: 'Your refund of ₹99.00 is on its way',
      attempts: 0,
      lastError: null,
    });
    const ids = async (words: string) => (await list({ words })).items.map(({ id }) => id);
    const [refund, confirm] = found.items.map(({ id }) => id);
    expect(await ids(user.id)).toEqual([refund, confirm]);
    expect(await ids(orderId)).toEqual([refund]);
    expect(await ids(confirm!)).toEqual([confirm]);
    expect(await list({ words: 'nobody@example.com' })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      isTotalCapped: false,
    });
  });

  it('the text shows no token, and reading a mail counts no attempt', async () => {
    const { email } = await app.signUp();
    const { id } = await mailTo(email);
    const token = await app.mailedToken(email);
    const details = await get(id);
    expect(token.length).toBeGreaterThan(10);
    expect(details.text).toContain('https://luit.example/auth/confirm?token=REDACTED');
    expect(JSON.stringify(details)).not.toContain(token);
    // `mailedToken` rendered it once, as a worker does.
    expect((await get(id)).attempts).toBe(1);
    await expect(get(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a mail is waiting, failing, sent or expired, and the list shows why it failed', async () => {
    const [waiting, failing, sent, expired] = await Promise.all(
      Array.from({ length: 4 }, async () => (await mailTo((await app.signUp()).email)).id),
    );
    await app.calls.call(authCalls.renderMail, { mailId: failing! });
    await app.calls.call(authCalls.recordMailFailure, { mailId: failing!, error: '550 No such mailbox' });
    await send(sent!);
    await app.rows(`UPDATE links SET expires_at = now() WHERE id = (SELECT link_id FROM mails WHERE id = $1)`, [
      expired,
    ]);
    expect(await get(failing!)).toMatchObject({ state: 'failing', attempts: 1, lastError: '550 No such mailbox' });
    const states: Record<MailState, string | undefined> = { waiting, failing, sent, expired };
    for (const [state, id] of Object.entries(states) as [MailState, string][]) {
      const { items, total } = await list({ state });
      expect(items.map((mail) => mail.id)).toContain(id);
      for (const mail of items) expect(mail.state).toBe(state);
      expect(total).toBe(items.length);
    }
    const all = await list();
    const [{ n }] = (await app.rows('SELECT count(*)::int AS n FROM mails')) as [{ n: number }];
    expect(all.total).toBe(n);
    await send(failing!);
    expect(await get(failing!)).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
  });

  it('pages show each mail once, newest first, and kinds and times filter them', async () => {
    await app.confirmed();
    const expected = await app.rows<{ id: string }>('SELECT id FROM mails ORDER BY created_at DESC, id DESC');
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, nextCursor } = await list({ limit: 2, cursor });
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(seen).toEqual(expected.map(({ id }) => id));
    await expect(list({ cursor: 'forged' })).rejects.toMatchObject({ code: 'validation_failed' });
    for (const { kind } of (await list({ kind: 'confirm' })).items) expect(kind).toBe('confirm');
    const { items } = await list();
    const { createdAt } = items[1]!;
    expect((await list({ from: createdAt })).items.map(({ id }) => id)).toEqual(
      items.filter((mail) => mail.createdAt >= createdAt).map(({ id }) => id),
    );
    expect((await list({ to: createdAt })).items.map(({ id }) => id)).toEqual(
      items.filter((mail) => mail.createdAt < createdAt).map(({ id }) => id),
    );
  });

  it('a sent mail is sent again once, with another Message-ID and an entry in the audit log of its user', async () => {
    const user = await app.signUp();
    const { id } = await mailTo(user.email);
    await send(id);
    await expect(resend(id)).rejects.toMatchObject({ code: 'conflict' });
    await sentLongAgo(id);
    await resend(id);
    await resend(id);
    expect(await get(id)).toMatchObject({ state: 'waiting', resends: 1 });
    expect(await app.calls.call(authCalls.renderMail, { mailId: id })).toMatchObject({ messageId: `${id}.1` });
    await app.calls.call(authCalls.markMailSent, { mailId: id });
    await expect(resend(id)).rejects.toMatchObject({ code: 'conflict' });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, userId: user.id });
    expect(entries[0]).toMatchObject({
      action: 'mail_resent',
      subject: id,
      details: { kind: 'confirm', reason: REASON },
    });
  });

  it('a mail whose link no longer works, or whose account has another address, is not sent again', async () => {
    const [used, moved] = [await app.signUp(), await app.signUp()];
    const mails = [(await mailTo(used.email)).id, (await mailTo(moved.email)).id];
    await app.rows('UPDATE links SET used_at = now() WHERE user_id = $1', [used.id]);
    await app.rows(`UPDATE users SET email = $2, email_as_typed = $2 WHERE id = $1`, [
      moved.id,
      `${uuidv7()}@example.com`,
    ]);
    for (const id of mails) {
      expect((await get(id)).canResend).toBe(false);
      await expect(resend(id)).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(resend(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });
});
