import { linkToken } from '@luit/smoke/mailbox';
import { newCreator } from '@luit/smoke/smoke-test';
import { randomUUID } from 'node:crypto';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { expect, test } from './test';

test.describe('with AUTH_REVEAL_ACCOUNTS=false [G-32]', () => {
  let email: string;

  isolatedStack({ env: { auth: { AUTH_REVEAL_ACCOUNTS: 'false' } } });

  test.beforeAll(async () => {
    email = (await newCreator(stack())).session?.user.email ?? '';
  });

  const subjectsTo = async (address: string): Promise<string[]> => {
    const mails = (await (await fetch(`${stack().mailbox}/email`)).json()) as {
      to: { address: string }[];
      subject: string;
    }[];
    return mails
      .filter(({ to }) => to.some((recipient) => recipient.address === address))
      .map(({ subject }) => subject);
  };
  const unknown = () => `${randomUUID()}@example.com`;

  /** The status, headers and body of a response without its ids, timestamps and email address. */
  async function ask(path: string, address: string, more: object = {}): Promise<string> {
    const answer = await fetch(`${stack().api}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: address, ...more }),
    });
    const body = (await answer.text())
      .replaceAll(address, '<address>')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<timestamp>')
      .replace(/"(device_token|request_id)":"[^"]+"/g, '"$1":"<made>"');
    return `${answer.status} ${[...answer.headers.keys()].sort().join()} ${body}`;
  }

  test('sign-up with a taken address responds as for a new one and notifies its owner [AUTH-17]', async () => {
    const input = { password: 'a good password', name: 'Ritu Das' };
    const asNew = await ask('signup', unknown(), input);
    expect(asNew).toMatch(/^20[01] .*"requires_email_confirmation":true/);
    expect(await ask('signup', email, input)).toBe(asNew);
    await expect.poll(() => subjectsTo(email)).toContain('You already have a Luit account');
  });

  test('sign-in with an unknown address responds as for a wrong password [AUTH-25]', async () => {
    const wrong = await ask('signin', email, { password: 'a wrong guess' });
    expect(wrong).toMatch(/^401 .*Invalid email or password/);
    expect(await ask('signin', unknown(), { password: 'a wrong guess' })).toBe(wrong);
  });

  test('a password reset for an unknown address responds as for a known one, which gets an email [AUTH-28]', async () => {
    const known = await newCreator(stack());
    const address = known.session?.user.email ?? '';
    const answer = await ask('forgot', address);
    expect(answer).toMatch(/^200 /);
    expect(await ask('forgot', unknown())).toBe(answer);
    expect(await linkToken(stack().mailbox, address, '/reset-password')).toMatch(/./);
  });
});
