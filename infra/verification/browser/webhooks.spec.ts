import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { overflow } from './steps';
import { expect, test } from './test';

/** How the receiver of the sandbox with this name answers from now on. */
const behave = (name: string, behavior: object) =>
  fetch(`${stack().sandbox}/control/receivers/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behavior),
  });

/** How many webhooks the receiver of this name has got. */
const received = async (name: string) => {
  const response = await fetch(`${stack().sandbox}/control/receivers/${name}`);
  return ((await response.json()) as { received: unknown[] }).received.length;
};

test('a creator adds a webhook endpoint, tests it, sees it switched off, and turns it on again', async ({ page }) => {
  await signUp(page, newAccount());
  await open(page, '/settings');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('You have no webhook endpoints')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const url = `${stack().sandbox}/receivers/shop`;
  const deliveries = page.getByRole('list', { name: `Deliveries to ${url}` }).getByRole('listitem');

  await press('Add an endpoint');
  await dialog.getByLabel('URL').fill(url);
  await expectNoAxeViolations(page);
  await press('Add endpoint');
  const secret = await dialog.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await expectNoAxeViolations(page);
  await press('I’ve copied it');
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByText('Nothing delivered yet')).toBeVisible();

  await behave('shop', { body: 'thanks' });
  await press(`Send a test to ${url}`);
  await expect(deliveries).toHaveCount(1);
  await expect(deliveries.first()).toContainText('Delivered');
  await expect(deliveries.first()).toContainText('Status 200');
  await deliveries.first().getByText('Request and response').click();
  await expect(deliveries.first().getByText('thanks')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await expectNoAxeViolations(page);

  await press(`Send several again: ${url}`);
  await expect(dialog.getByText('There are none in this period.')).toBeVisible();
  await dialog.getByLabel('Only failed deliveries').uncheck();
  await expect(dialog.getByText('1 delivery will be sent again.')).toBeVisible();
  await expect.poll(() => overflow(page)).toBe(0);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Luit has started to send 1 delivery again.')).toBeVisible();
  await expect.poll(() => received('shop')).toBe(2);
  await expect(deliveries.first()).toContainText('Delivered');

  await behave('shop', { status: 410, body: 'I moved' });
  await press(`Send a test to ${url}`);
  await expect(deliveries).toHaveCount(2);
  await expect(deliveries.first()).toContainText('Failed');
  await expect(page.getByRole('alert')).toContainText('We switched this endpoint off');
  await expect(page.getByRole('alert')).toContainText('status 410');
  await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(0);
  await expectNoAxeViolations(page);

  await behave('shop', {});
  await press(`Turn on ${url}`);
  await page
    .getByRole('button', { name: /^Send again: webhook.test/ })
    .first()
    .click();
  await expect(deliveries.first()).toContainText('Delivered');

  await press(`New secret for ${url}`);
  await press('Replace secret');
  await expect(dialog.getByLabel('Signing secret')).not.toHaveValue(secret);
  await press('I’ve copied it');
  await expect(page.getByText(/Messages are also signed with the previous secret until/)).toBeVisible();

  await press(`Delete ${url}`);
  await press('Delete endpoint');
  await expect(page.getByText('You have no webhook endpoints')).toBeVisible();
});
