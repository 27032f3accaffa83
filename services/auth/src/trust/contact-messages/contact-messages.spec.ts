import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('contact messages [G-09]', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });

  afterAll(() => app.close());

  const fields = (changes = {}) => ({
    name: 'Rupali Gogoi',
    email: `Rupali.${uuidv7()}@Example.com`,
    subject: 'technical' as const,
    message: 'Hello\r\n\r\nMy video <b>does not play</b>.',
    ...changes,
  });
  const post = (input: ReturnType<typeof fields> & { idempotencyKey?: string; isUrgent?: boolean }) =>
    app.calls.call(authCalls.postContactMessage, input);
  const mark = (messageId: string, isAnswered: boolean, by = adminId) =>
    app.calls.call(authCalls.markContactMessage, { messageId, adminId: by, isAnswered });
  const list = (limit: number, more: { cursor?: string; isAnswered?: boolean } = {}) =>
    app.calls.call(authCalls.listContactMessages, { limit, ...more });
  const storedFrom = (email: string) =>
    app.rows<{ id: string }>('SELECT * FROM contact_messages WHERE email = $1', [email]);

  it('a message is stored and mailed to the first operator, with the sender as the reply address', async () => {
    const input = fields();
    await post(input);
    const [stored] = await storedFrom(input.email);
    expect(stored).toMatchObject({
      message: 'Hello\n\nMy video <b>does not play</b>.',
      is_urgent: false,
      answered_at: null,
    });
    const mail = await app.calls.call(authCalls.renderMail, { mailId: stored?.id ?? '' });
    expect(mail).toMatchObject({
      to: 'admin@example.com',
      replyTo: input.email,
      subject: 'Technical Support: message from Rupali Gogoi',
    });
    expect(mail?.html).toContain('My video &lt;b&gt;does not play&lt;/b&gt;.');
    expect(await app.rows(`SELECT 1 FROM outbox WHERE payload->>'id' = $1`, [stored?.id])).toHaveLength(1);

    await app.calls.call(authCalls.markMailSent, { mailId: stored?.id ?? '' });
    expect(await app.calls.call(authCalls.renderMail, { mailId: stored?.id ?? '' })).toBeNull();
    expect(await storedFrom(input.email)).toHaveLength(1);
  });

  it('an urgent message is marked for operators in its list and in the subject of the mail [G-61]', async () => {
    await post(fields({ isUrgent: true }));
    const [message] = (await list(1)).messages;
    expect(message).toMatchObject({ isUrgent: true });
    const mail = await app.calls.call(authCalls.renderMail, { mailId: message?.id ?? '' });
    expect(mail?.subject).toBe('Urgent: Technical Support: message from Rupali Gogoi');
  });

  it('an idempotency key stores one message and rejects a different one', async () => {
    const input = fields({ idempotencyKey: uuidv7() });
    await Promise.all([post(input), post(input), post(input)]);
    expect(await storedFrom(input.email)).toHaveLength(1);
    for (const change of [{ message: 'Something else' }, { isUrgent: true }])
      await expect(post({ ...input, ...change })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it.each([
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'Rupali\r\nBcc: all@example.com' }, 'Name contains characters that cannot be used'],
    [{ email: 'rupali' }, 'Please enter a valid email address'],
    [{ email: 'rupali@example.com,all@example.com' }, 'Please enter a valid email address'],
    [{ subject: 'gossip' }, 'Select a subject'],
    [{ message: ' \n ' }, 'Message is required'],
    [{ message: 'a'.repeat(5_001) }, 'The message must be at most 5000 characters'],
  ])('a message with %p is rejected', async (changes, text) => {
    await expect(post(fields(changes))).rejects.toThrow(text);
  });

  it('messages are listed newest first in pages, and marking one is recorded once in the audit log', async () => {
    await app.rows('DELETE FROM contact_messages');
    for (const name of ['One', 'Two', 'Three']) await post(fields({ name }));
    const first = await list(2);
    expect(first).toMatchObject({ messages: [{ name: 'Three' }, { name: 'Two' }], total: 3 });
    const second = await list(2, { cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ messages: [{ name: 'One' }], nextCursor: null, total: 3 });

    const id = second.messages[0]?.id ?? '';
    const answered = await mark(id, true);
    expect(answered).toMatchObject({ answeredBy: 'admin@example.com', answeredAt: expect.any(String) as string });
    expect(await mark(id, true)).toEqual(answered);
    expect(await list(9, { isAnswered: true })).toMatchObject({ messages: [{ name: 'One' }], total: 1 });
    expect(await list(9, { isAnswered: false })).toMatchObject({ total: 2 });
    expect(await mark(id, false)).toMatchObject({ answeredAt: null, answeredBy: null });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 100 });
    expect(entries.filter(({ subject }) => subject === id).map(({ action }) => action)).toEqual([
      'message_reopened',
      'message_answered',
    ]);

    await expect(mark(id, true, uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(mark(uuidv7(), true)).rejects.toMatchObject({ code: 'not_found' });
    await expect(list(0)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('messages are mailed to the configured address', async () => {
    await app.restart({ contactEmail: 'office@luit.example' });
    const input = fields();
    await post(input);
    const [stored] = await storedFrom(input.email);
    const mail = await app.calls.call(authCalls.renderMail, { mailId: stored?.id ?? '' });
    expect(mail?.to).toBe('office@luit.example');
    await app.restart();
  });
});
