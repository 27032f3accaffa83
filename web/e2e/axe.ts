import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** What a change of theme can break; every other rule looks at the document alone. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const OPTIONS: axe.RunOptions = { resultTypes: ['violations'] };

/**
 * axe finds no fault in the page as it stands, in either theme; it is left in the light one. Run in the page itself:
 * `@axe-core/playwright` opens a second page for each look, which takes longer than the look.
 */
export async function expectNoAxeViolations(page: Page, what?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const [colorScheme, options] of [
    ['dark', { ...OPTIONS, runOnly: COLOR_RULES }],
    ['light', OPTIONS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, options), [what, colorScheme].filter(Boolean).join(', ')).toEqual([]);
  }
}

function violations(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  return page.evaluate(async (asked) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    return (await here.run(asked)).violations;
  }, options);
}
