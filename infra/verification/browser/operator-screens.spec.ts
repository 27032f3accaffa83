import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { layoutFaults } from './layout-faults';
import { signInAsOperator } from './operator';
import { addressOf, openRoute, WITHOUT_CHECKS } from './operator-routes';
import { seedOperatorRows } from './operator-rows';
import { expect, test } from './test';

isolatedStack({ env: WITHOUT_CHECKS });

/** `npm run verify -- screenshots operator-screens` checks all. */
const SAMPLE = [
  '/',
  '/jobs/:id',
  '/messages',
  '/callbacks',
  '/incident-mails/:id',
  '/users/:userId',
  '/transactions',
  '/promo-codes/:id',
  '/orders/:id',
  '/webhooks/:id',
];

test('texts and amounts at their limits are shown completely on phones, tablets and desktops', async ({ page }) => {
  const id = await seedOperatorRows(stack().postgres, 1);
  await signInAsOperator(page);
  for (const route of SAMPLE) {
    await openRoute(page, addressOf(route, id));
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => layoutFaults(page), `${route} at ${width} px`).toEqual([]);
    }
  }
});
