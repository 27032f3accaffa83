import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'screenshots');
const WIDTHS = [390, 820, 1440];

/** The page as it stands, at three widths, light and dark. `isWhole`: all of it, not only what is in view. */
export async function shoot(page: Page, name: string, isWhole = true): Promise<void> {
  // A dialog hides the page behind it from whoever asks by role.
  if (isWhole) await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      // A field that was in view before may not be at this width.
      if (!isWhole) await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }));
      await page.screenshot({
        path: join(FOLDER, `${name}-${width}-${colorScheme}.png`),
        fullPage: isWhole,
      });
    }
  }
}
