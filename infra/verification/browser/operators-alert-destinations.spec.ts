import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNoAxeViolations } from './axe';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { expect, test } from './test';
import { addWrongAccounts, removeWrongAccounts } from './wrong-accounts';

const FREQUENT_CHECKS = { CHECK_INTERVAL_MS: '5000' };

isolatedStack({ env: { billing: FREQUENT_CHECKS, generation: FREQUENT_CHECKS } });

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let server: Server;
let url: string;
let status = 200;
const received: Received[] = [];

test.beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (status < 300) received.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const WRONG = [randomUUID()];

const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test('an operator adds a webhook and tests it; it gets signed messages of an alert, and a failure is visible', async ({
  page,
}) => {
  test.slow();
  await signInAsOperator(page);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Add destination' }).click();
  await page.getByLabel('Kind').selectOption('json');
  await page.getByLabel('URL').fill(`${url}/secret-path`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const destination = page
    .getByRole('region', { name: 'Alert destinations' })
    .getByRole('listitem')
    .filter({ hasText: url });
  await expect(destination).not.toContainText('secret-path');

  await page.getByRole('button', { name: `Send a test to ${url}` }).click();
  await expect.poll(types).toEqual(['alert.test']);
  await expect(destination).toContainText('Last delivered');
  const { headers, body } = received[0]!;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);

  await addWrongAccounts(WRONG);
  await expect.poll(types).toEqual(['alert.test', 'alert.opened']);
  await page.getByRole('link', { name: /^Alerts/ }).click();
  await page.getByRole('button', { name: /^Acknowledge ?: / }).click();
  await page.getByLabel('Note (optional)').fill('I compare the balances.');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText(/^Acknowledged by .*: I compare the balances\.$/)).toBeVisible();
  await removeWrongAccounts(WRONG);
  await expect.poll(types).toEqual(['alert.test', 'alert.opened', 'alert.resolved']);

  status = 500;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: `Send a test to ${url}` }).click();
  await expect(destination).toContainText('The server responded with status 500');
  await expectNoAxeViolations(page, 'settings with a failing destination');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const failing = page.getByRole('paragraph').filter({ hasText: `Luit cannot deliver alerts to ${url}` });
  await expect(failing).toContainText('The server responded with status 500');
  status = 200;
  await expect.poll(() => types().length, { timeout: 90_000 }).toBeGreaterThanOrEqual(4);
  await expect(failing).toHaveCount(0);
});

test('a muted alert is marked, no longer counts, and can be unmuted', async ({ page }) => {
  status = 200;
  await signInAsOperator(page);
  await addWrongAccounts(WRONG);
  const alerts = page.getByRole('region', { name: 'Open alerts', exact: true });
  await alerts.getByRole('button', { name: /^Mute ?: / }).click();
  await page.getByLabel('For', { exact: true }).selectOption('1 hour');
  await page.getByLabel('Reason').fill('Known, a drill');
  await page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click();
  await expect(alerts).toContainText(/Muted until .* IST by .*: Known, a drill/);
  await expect(page.getByRole('link', { name: 'Alerts', exact: true })).toBeVisible();
  await alerts.getByRole('button', { name: /^Unmute ?: / }).click();
  await expect(alerts.getByRole('button', { name: /^Mute ?: / })).toBeVisible();
  await removeWrongAccounts(WRONG);
  await expect(alerts).toContainText('No open alerts');
});
