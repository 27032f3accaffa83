import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { newAccount, signUp, stack } from './creator';

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=signup',
  '/auth/confirm',
  '/auth/confirm?token=x',
  '/reset-password?token=x',
  '/pricing',
  '/about',
  '/contact',
  '/terms',
  '/refund',
  '/privacy',
  '/disclaimer',
  '/cookies',
  '/account/closing',
];
const SIGNED_IN = [
  '/dashboard',
  '/reset-password',
  '/vault',
  '/library',
  '/image-to-video',
  '/image-to-video-upload',
  '/restore-image',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const look = async (path: string) => {
      await page.goto(stack().web + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, path).toEqual([]);
    };
    for (const path of PUBLIC) await look(path);
    await signUp(page, newAccount());
    for (const path of SIGNED_IN) await look(path);
  });
}

test('no page is wider than a phone', async ({ page }) => {
  const width = 360;
  await page.setViewportSize({ width, height: 800 });
  const look = async (path: string) => {
    await page.goto(stack().web + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
  };
  for (const path of PUBLIC) await look(path);
  await signUp(page, newAccount());
  for (const path of SIGNED_IN) await look(path);
});
