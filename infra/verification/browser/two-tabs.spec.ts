import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { expect, test } from './test';

const REFRESH = '**/api/auth/refresh';

test('a tab whose refresh gets no answer does not stop the other tab, and neither is signed in again after a sign-out @journey', async ({
  page,
  context,
}) => {
  await signUp(page, newAccount());
  const hanging = await context.newPage();
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    void hanging.route(REFRESH, async (route) => {
      resolve();
      await new Promise<void>((go) => (answer = go));
      await route.continue().catch(() => undefined);
    });
  });
  await open(hanging, '/dashboard');
  await asked;

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Good to see you/);

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^User menu/ })
    .click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out', exact: true }).click();
  answer();
  await expect(hanging).toHaveURL(/\/auth/);
  await expect(page).toHaveURL(/\/auth|\/$/);
  await hanging.reload();
  await expect(hanging.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});
