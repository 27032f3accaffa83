import { mailsTo } from '@luit/smoke/mailbox';
import { until } from '@luit/smoke/until';
import { randomUUID } from 'node:crypto';
import { bearer } from '../floods/flood';
import { sendRequest } from '../wire/request';
import type { AttackerAccess } from '../participants';
import { each, type Family, type HostileInput, json, MARKUP } from './input';

const MAILED_WITHIN_MS = 60_000;

/** Texts with a special meaning in a mail, a page, a PDF or a spreadsheet. */
const WORDS: Record<string, string> = {
  markup: MARKUP,
  'a template': '${7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  'a formula': '=HYPERLINK("http://evil.example","x")',
  'a command of a spreadsheet': "=cmd|' /C calc'!A0",
  'a formula after a plus': '+1+1',
  'a formula after a minus': '-1+1',
  'a formula after an at': '@SUM(1)',
  'format strings': '%s%n%x%d',
  'an entity': '&lt;script&gt;&#x3c;',
  'quotes and separators': `a,"b";'c'`,
};

/** Texts that could split a mail header. They must be rejected or folded. */
const LINES: Record<string, string> = {
  'a line break': 'A\r\nbcc: all@example.com',
  'a line feed': 'A\nbcc: all@example.com',
  'an encoded line break': 'A%0d%0abcc: all@example.com',
  'a Unicode line break': 'A\u2028bcc: all@example.com',
  'a vertical tab': 'A\u000bbcc: all@example.com',
};

interface Mail {
  subject: string;
  html?: string;
  headers: Record<string, string>;
}

/** Checks the confirmation mail: it must show the name as text and must not gain a header. */
async function mailProblem(access: AttackerAccess, email: string): Promise<string | undefined> {
  const mail = await until(
    `a mail to ${email}`,
    async () => (await mailsTo(access.mailbox, email))[0] as unknown as Mail | undefined,
    MAILED_WITHIN_MS,
  );
  if (mail.headers.bcc) return 'the name added a header to the mail';
  if (mail.html?.includes('<script>') || mail.html?.includes('<img src=x')) return 'the mail contains the markup';
  return /\b49\b/.test(mail.subject) ? 'the subject was evaluated as a template' : undefined;
}

/** Checks the operators' CSV export: no cell may be a formula. */
async function exportProblem(access: AttackerAccess, email: string): Promise<string | undefined> {
  const path = `/api/admin/users/export.csv?q=${encodeURIComponent(email)}`;
  const { body } = await sendRequest(access.api, { path, headers: bearer(access.operatorToken), from: '127.0.0.3' });
  return /(^|,)"?[=+@\t-]/m.test(body) ? `the export contains a formula: ${body.slice(-120)}` : undefined;
}

function signUp(access: AttackerAccess, name: string, words: string): HostileInput {
  const email = `named-${randomUUID()}@example.com`;
  return {
    name: `a name of ${name}`,
    send: json('/api/auth/signup', { email, password: randomUUID(), name: words }),
    status: [201, 400],
    withinMs: 10_000,
    also: async ({ status }) =>
      status === 201 ? ((await mailProblem(access, email)) ?? (await exportProblem(access, email))) : undefined,
  };
}

const contact = { email: 'a@example.com', name: 'A', subject: 'general', message: 'm' };

export const NAMES: Family = {
  name: 'names and words that others read',
  inputs: (access) => [
    ...each(WORDS, (name, words) => signUp(access, name, words)),
    ...each(LINES, (name, words) => signUp(access, name, words)),
    ...each({ ...WORDS, ...LINES }, (name, words): HostileInput => ({
      name: `a contact message from ${name}`,
      send: json('/api/contact', { ...contact, name: words, message: words }),
      status: [200, 400],
    })),
    ...each(LINES, (name, words): HostileInput => ({
      name: `an address with ${name}`,
      send: json('/api/auth/forgot', { email: `${words}@example.com` }),
      status: [400],
    })),
    ...each({ NUL: 'a\u0000b', 'a lone surrogate': 'a\ud800b' }, (name, words): HostileInput => ({
      name: `a message with ${name}`,
      send: json('/api/contact', { ...contact, message: words }),
      status: [200, 400],
    })),
    ...each({ NUL: 'a\u0000b', 'a lone surrogate': 'a\ud800b', markup: MARKUP }, (name, words): HostileInput => ({
      name: `a prompt with ${name}`,
      send: json(
        '/api/generate',
        { prompt: words, duration: 5, planId: '5s-480p', model: words.slice(0, 60) },
        bearer(access.brokeToken),
      ),
      status: [400, 402],
    })),
    ...each({ NUL: 'a\u0000b', 'a lone surrogate': 'a\ud800b' }, (name, words): HostileInput => ({
      name: `an order with ${name}`,
      send: json('/api/payments/order', { planId: '5s-480p', prompt: words, currency: 'INR', guestSessionId: words }),
      status: [200, 400],
    })),
  ],
};
