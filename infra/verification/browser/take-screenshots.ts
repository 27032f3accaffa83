import { expect, type Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectLoaded } from './steps';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '.cache', 'screenshots');
const WIDTHS = [390, 820, 1440];

interface ScreenshotOptions {
  /** The page is meant to be captured while it loads. */
  isLoading?: boolean;
  /** Called at each width and in each theme, with their names. */
  check?: (label: string) => Promise<void>;
}

/** Captures the page at three widths, light and dark. @param isFullPage captures the whole page, not only the viewport */
export async function takeScreenshots(
  page: Page,
  name: string,
  isFullPage = true,
  { isLoading = false, check }: ScreenshotOptions = {},
): Promise<void> {
  // An open dialog hides the page from role queries.
  if (isFullPage) await expectLoaded(page);
  if (!isLoading) await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await mkdir(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      // Otherwise the sticky bar would appear in the middle of a full-page screenshot.
      if (isFullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      // The focused field may be out of view at this width.
      if (!isFullPage) await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }));
      await writeFile(join(FOLDER, `${name}-${width}-${colorScheme}.png`), await captureSettled(page, isFullPage));
      await check?.(`${name} at ${width} px, ${colorScheme}`);
    }
  }
}
/** The maximum number of captures of a page that keeps changing, for example because of a video or a timer. */
const MAX_CAPTURES = 4;

/** Captures until two screenshots are equal, because layout and fonts take some frames to settle after a resize. */
async function captureSettled(page: Page, fullPage: boolean): Promise<Buffer> {
  let latest = await page.screenshot({ fullPage, caret: 'hide' });
  for (let count = 1; count < MAX_CAPTURES; count += 1) {
    const next = await page.screenshot({ fullPage, caret: 'hide' });
    if (next.equals(latest)) break;
    latest = next;
  }
  return latest;
}
