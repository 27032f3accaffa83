import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Rules that depend on the theme. All others check only the document. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** People who speak to their browser say the visible label of a control. axe runs this rule only on request. */
const RULES = { 'label-content-name-mismatch': { enabled: true } };
const OPTIONS: axe.RunOptions = { resultTypes: ['violations'], rules: RULES };

/**
 * Expects no axe violations in either theme and leaves the page in the light one. axe runs in the page itself, because
 * `@axe-core/playwright` opens a second page for each run, which takes longer than the run.
 */
export async function expectNoAxeViolations(page: Page, what?: string): Promise<void> {
  expect(await axeViolations(page), what).toEqual([]);
}

/** The violations of a page in both themes once it has loaded, each with its elements. Leaves the page in the light theme. */
export async function axeViolations(page: Page): Promise<string[]> {
  await expect(page.locator('h1')).not.toHaveCount(0);
  await expect(page.locator('div[aria-busy=true]')).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ['dark', { ...OPTIONS, rules: {}, runOnly: COLOR_RULES }],
    ['light', OPTIONS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { id, nodes } of await violations(page, options))
      found.push(`${id}, ${colorScheme}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  return found;
}

function violations(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  return page.evaluate(async (asked) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    return (await here.run(asked)).violations;
  }, options);
}
