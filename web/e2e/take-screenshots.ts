import { expect, type Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'screenshots');
const WIDTHS = [390, 820, 1440];

/** The page as it stands, at three widths, light and dark. `isWhole`: all of it, not only what is in view. */
export async function takeScreenshots(page: Page, name: string, isWhole = true): Promise<void> {
  // A dialog hides the page behind it from whoever asks by role.
  if (isWhole) await expect(page.getByRole('heading', { level: 1, name: 'Loading...' })).toHaveCount(0);
  if (isWhole) await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await mkdir(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      // A bar that sticks to the upper edge would stand in the middle of a whole page.
      if (isWhole) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      // A field that was in view before may not be at this width.
      if (!isWhole) await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }));
      await writeFile(join(FOLDER, `${name}-${width}-${colorScheme}.png`), await settled(page, isWhole));
    }
  }
}

/** A page that moves for good (a film, a countdown) is taken as it is after so many looks. */
const LOOKS = 4;

/** Looks until nothing moves any more: after a change of width, layout and fonts take some frames to follow. */
async function settled(page: Page, fullPage: boolean): Promise<Buffer> {
  let shot = await page.screenshot({ fullPage, caret: 'hide' });
  for (let look = 1; look < LOOKS; look += 1) {
    const next = await page.screenshot({ fullPage, caret: 'hide' });
    if (next.equals(shot)) break;
    shot = next;
  }
  return shot;
}
