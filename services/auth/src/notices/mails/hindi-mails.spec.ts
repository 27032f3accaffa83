import { authCalls } from '@luit/contracts/auth/messages';
import { MAIL_KINDS, type MailKind } from '@luit/contracts/auth/mails';
import { uuidv7 } from 'uuidv7';
import { DataSource } from 'typeorm';
import { i18nOf } from '../locales/i18n';
import type { NoticeKind } from '../../records/notifications/notice-kinds';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import { webPushContent } from '../web-push/web-push-texts';
import { breachNoticeMail } from './breach-notice-mail';
import { MailContents, REDACTED_TOKENS } from './mail-contents';
import { renderMail } from './mail-layout';
import { MailEntity } from '../../records/queued-mails/mail.entity';

const NAME = 'क्षितिज';
const REQUEST = { requestId: '019ac1f2-0000-7000-8000-000000000001' };
const EVENT = { browser: 'Firefox', system: 'Android', ip: '203.0.113.7' };
const RECEIPT = {
  ...{ document: 'receipt', number: '2627/000042', description: NAME, amountPaise: '9990000' },
  ...{ paidAt: '2026-11-25T08:30:00+00:00', razorpayOrderId: '314', paymentId: '159' },
};
const REFUND = { reason: 'operator', amountPaise: '123450', credits: '1200' };
const EXPIRING = { credits: '1200', expiresOn: '2026-12-03', expiresAt: '2026-12-03T08:30:00.000Z' };
const LOW = { available: '1', lastRequestCredits: '18' };

type ReporterKind = 'report_received' | 'report_decided';
type AccountKind = Exclude<
  MailKind,
  ReporterKind | 'guest_access' | 'incident' | 'breach_notice' | 'alert' | 'operator_invitation' | 'contact_message'
>;

const KINDS = ['intimate_imagery', 'order', 'unlawful', 'grievance', 'personal_data'];
const TAKEN_DOWN = KINDS.map((kind) => ({ ...REQUEST, type: 'video', kind, reason: NAME }));
const LIFTED = ['video', 'restore'].map((type) => ({ ...REQUEST, type, kind: 'order', reason: NAME }));

/** The details of each mail to an account, in each form. */
const MAILS: Record<AccountKind, Record<string, string>[]> = {
  confirm: [{}],
  already_registered: [{}],
  password_reset: [{}],
  link_sign_in: [{ challengeId: 'c', provider: 'Google' }],
  password_changed: [EVENT],
  new_sign_in: [EVENT, { browser: '', system: '', ip: '203.0.113.7' }],
  export: [{}],
  account_deletion_started: [{}],
  account_deleted: [{ name: NAME }],
  receipt: [
    RECEIPT,
    { ...RECEIPT, ...REQUEST },
    { ...RECEIPT, document: 'invoice' },
    { ...RECEIPT, ...REQUEST, document: 'invoice' },
  ],
  refund: [
    ...['unused_credits', 'second_payment', 'account_closed', 'operator', 'dashboard'].flatMap((reason) => [
      { ...REFUND, reason },
      { ...REFUND, reason, credits: '0' },
    ]),
    { ...REFUND, ...REQUEST, reason: 'job_failed' },
    { ...REFUND, reason: 'operator', paidReference: '123456789012' },
  ],
  refund_delayed: [REFUND, { ...REFUND, ...REQUEST }],
  request_finished: ['video', 'image_video', 'restore'].flatMap((type) =>
    ['true', 'false'].map((hasSucceeded) => ({ ...REQUEST, type, hasSucceeded })),
  ),
  credits_expiring: [EXPIRING, { ...EXPIRING, credits: '1' }],
  balance_low: [LOW, { available: '12', lastRequestCredits: '1' }],
  output_taken_down: [
    ...TAKEN_DOWN,
    ...['1', '1200'].map((credits) => ({ ...TAKEN_DOWN[1], credits })),
    { ...TAKEN_DOWN[0], type: 'restore' },
  ],
  takedown_lifted: LIFTED,
  quarterly_notice: [{ quarter: '2026-Q3', received: '1200', decidedInTime: '1100', takedowns: '0' }],
  access_granted: [
    ...['api_key_created', 'api_key_rotated', 'api_key_changed'].map((grant) => ({ ...EVENT, grant, thing: '12345' })),
    ...['webhook_endpoint_added', 'webhook_endpoint_changed'].map((grant) => ({ ...EVENT, grant, thing: '12345' })),
    ...['webhook_secret_rotated', 'push_subscribed'].map((grant) => ({ ...EVENT, grant, thing: '' })),
  ],
  webhook_endpoint_off: [
    { origin: 'https://example.com', reason: 'gone', error: '' },
    { origin: 'https://example.com', reason: 'failing', error: '503' },
  ],
};

function casesOf<Kind extends MailKind>(mails: Record<Kind, Record<string, string>[]>) {
  return (Object.keys(mails) as Kind[]).flatMap((kind) =>
    mails[kind].map((values) => ({ kind, values, of: JSON.stringify(values) })),
  );
}

const GUEST_REQUEST = { ...REQUEST, accountId: '019ac1f2-0000-7000-8000-000000000002' };
type GuestKind = Extract<MailKind, 'guest_access' | 'receipt' | 'refund' | 'refund_delayed' | 'takedown_lifted'>;

/** The details of each mail to a guest, in each form. */
const GUEST_MAILS: Record<GuestKind, Record<string, string>[]> = {
  guest_access: [GUEST_REQUEST],
  receipt: ['receipt', 'invoice'].map((document) => ({ ...RECEIPT, ...GUEST_REQUEST, document })),
  refund: ['second_payment', 'job_failed', 'operator', 'dashboard'].map((reason) => ({
    ...REFUND,
    ...GUEST_REQUEST,
    reason,
  })),
  refund_delayed: [{ ...REFUND, ...GUEST_REQUEST }],
  takedown_lifted: LIFTED.map((details) => ({ ...GUEST_REQUEST, ...details })),
};

/** The details of each mail without a link to an order. */
const OTHER_MAILS: Record<ReporterKind | 'output_taken_down', Record<string, string>[]> = {
  report_received: [{ number: '0000-0000-0000-0000', dueAt: '2026-11-27T08:30:00.000Z' }],
  report_decided: ['taken_down', 'rejected', 'answered'].map((decision) => ({
    ...{ number: '0000-0000-0000-0000', decision, answer: NAME },
  })),
  output_taken_down: TAKEN_DOWN,
};

const PUSHES: Record<NoticeKind, Record<string, string>[]> = {
  request_finished: MAILS.request_finished,
  refund: [REFUND],
  credits_expiring: MAILS.credits_expiring,
  balance_low: MAILS.balance_low,
};

/** Names and words of programming that are the same in every language. */
const NAMES = /\b(Luit|Google|API|key|webhooks?|Webhooks?|endpoint|PDF|IP|Firefox|Android|REDACTED)\b/g;

/** A text without links and names. */
function wordsOf(text: string): string {
  return text.replace(/https?:\/\/\S+/g, '').replace(NAMES, '');
}

/** The text that a mail client shows. */
function shownOf(html: string): string {
  return html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&middot;', '·');
}

function expectHindi(text: string): void {
  expect(text).toMatch(/\p{Script=Devanagari}/u);
  expect(wordsOf(text)).not.toMatch(/\p{Script=Latin}/u);
  expect(text).not.toMatch(/[{}]|undefined|NaN|Invalid/);
}

describe('mails in Hindi', () => {
  let app: AuthTestApp;
  let userId: string;

  beforeAll(async () => {
    app = await startAuthTestApp({ isRevealingAccounts: false });
    userId = (await signUp(`${uuidv7()}@example.com`)).id;
  });
  afterAll(() => app.close());

  const signUp = async (email: string) =>
    (await app.calls.call(authCalls.signUp, { email, password, name: NAME, language: 'hi', device })).user;
  const newestTo = async (email: string) => {
    const [mail] = await app.rows<{ id: string }>('SELECT id FROM mails WHERE "to" = $1 ORDER BY id DESC', [email]);
    return app.calls.call(authCalls.renderMail, { mailId: mail?.id ?? '' });
  };
  const render = (kind: MailKind, details: Record<string, string>) =>
    renderTo({ userId, language: null }, kind, details);
  const renderTo = async (
    recipient: Pick<MailEntity, 'userId' | 'language'>,
    kind: MailKind,
    details: Record<string, string>,
  ) => {
    const mail: MailEntity = Object.assign(new MailEntity(), {
      ...{ id: uuidv7(), ...recipient, kind, details, createdAt: new Date('2026-11-25T08:30:00Z') },
    });
    const found = await app.resolve(MailContents).of(app.resolve(DataSource).manager, mail, REDACTED_TOKENS);
    if (!found) throw new Error(`No text for ${kind}`);
    return renderMail(found.i18n, 'k@example.com', found.content);
  };

  it('every kind that goes to creators or guests is rendered here', () => {
    const others: MailKind[] = ['incident', 'breach_notice', 'alert', 'operator_invitation', 'contact_message'];
    const rendered = new Set([
      ...Object.keys(MAILS),
      ...Object.keys(GUEST_MAILS),
      ...Object.keys(OTHER_MAILS),
      ...others,
    ]);
    expect([...rendered].sort()).toEqual([...MAIL_KINDS].sort());
  });

  it.each(casesOf(MAILS))('$kind of $of has no English words', async ({ kind, values }) => {
    const { subject, text, html } = await render(kind, values);
    for (const part of [subject, text, shownOf(html)]) expectHindi(part);
    expect(html).toContain('<html lang="hi">');
  });

  it.each(casesOf(GUEST_MAILS))('$kind of $of to a guest has no English words', async ({ kind, values }) => {
    const { subject, text, html } = await renderTo({ userId: null, language: 'hi' }, kind, values);
    for (const part of [subject, text, shownOf(html)]) expectHindi(part);
    expect(html).toContain('<html lang="hi">');
    expect(html).toContain(`/order/${REQUEST.requestId}?claim=REDACTED`);
  });

  it.each(casesOf(OTHER_MAILS))('$kind of $of to somebody without an account is in their language', async (mail) => {
    const { subject, text, html } = await renderTo({ userId: null, language: 'hi' }, mail.kind, mail.values);
    for (const part of [subject, text, shownOf(html)]) expectHindi(part);
    const english = await renderTo({ userId: null, language: null }, mail.kind, mail.values);
    expect(english.subject).not.toMatch(/\p{Script=Devanagari}/u);
  });

  it.each(casesOf(GUEST_MAILS))(
    '$kind of $of to a guest without a language is in English',
    async ({ kind, values }) => {
      const { subject, html } = await renderTo({ userId: null, language: null }, kind, values);
      expect(subject).not.toMatch(/\p{Script=Devanagari}/u);
      expect(html).toContain('<html lang="en">');
    },
  );

  it('what surrounds the text of operators in the notice of a breach has no English words', () => {
    const mail = breachNoticeMail(i18nOf('hi'), 'https://luit.example', NAME);
    const { subject, text, html } = renderMail(i18nOf('hi'), 'k@example.com', mail);
    for (const part of [subject, text, shownOf(html)]) expectHindi(part);
  });

  it('amounts, numbers and times are as people in India write them in Hindi', async () => {
    expect((await render('receipt', RECEIPT)).text).toContain(
      '₹99,900.00 का पेमेंट 25 नवंबर 2026 को दोपहर 2:00 बजे (भारतीय समय) मिला।',
    );
    expect((await render('credits_expiring', EXPIRING)).subject).toBe('1,200 क्रेडिट 3 दिसंबर 2026 को एक्सपायर होंगे');
    expect((await render('balance_low', LOW)).subject).toBe('आपके पास 1 क्रेडिट बचा है');
    expect((await render('password_changed', EVENT)).text).toContain('Android पर Firefox से बदला गया');
  });

  it('the mails of a sign-up are in the language that it named, and later ones in the one of the account', async () => {
    const email = `${uuidv7()}@example.com`;
    const { id } = await signUp(email);
    expect(await newestTo(email)).toMatchObject({ subject: 'Luit के लिए अपना ईमेल पता कन्फ़र्म करें' });
    await app.calls.call(authCalls.confirmEmail, { token: await app.mailedToken(email), device });
    await app.signUp(email);
    expect(await newestTo(email)).toMatchObject({ subject: 'Luit पर आपका अकाउंट पहले से है' });
    await app.calls.call(authCalls.updateUser, { userId: id, language: 'en' });
    expect(await newestTo(email)).toMatchObject({ subject: 'You already have a Luit account' });
    expect((await newestTo(email))?.html).toContain('<html lang="en">');
  });
});

describe('web pushes in Hindi', () => {
  it.each(
    Object.entries(PUSHES).flatMap(([kind, details]) =>
      details.map((values) => ({ kind: kind as NoticeKind, values, of: JSON.stringify(values) })),
    ),
  )('$kind of $of has no English words', ({ kind, values }) => {
    const { title, body } = webPushContent(i18nOf('hi'), kind, REQUEST.requestId, values);
    for (const part of [title, body]) expectHindi(part);
  });
});
