import { newAccount, signUp } from './creator';
import { open } from './account-steps';
import { inHindi } from './steps';
import { takeScreenshots } from './take-screenshots';
import { test } from './test';

test('an API key, and everything with access to an account, in English and Hindi', async ({ page }) => {
  await signUp(page, newAccount());
  await open(page, '/settings/api');
  await page.getByRole('button', { name: 'Create a key', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Shop website with a rather long name');
  await takeScreenshots(page, 'api-key-dialog', false);
  await page.getByRole('button', { name: 'Create key', exact: true }).click();
  await takeScreenshots(page, 'api-key-made', false);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await open(page, '/account/access');
  await takeScreenshots(page, 'access');
  await inHindi(page);
  await open(page, '/account/access');
  await takeScreenshots(page, 'hi-access');
});
