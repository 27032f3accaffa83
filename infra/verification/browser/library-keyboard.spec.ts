import type { Locator, Page } from '@playwright/test';
import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { clientOf, newAccount, signUp } from './creator';
import { buyStarterPack, videoReady, makeVideo } from './steps';
import { expect, test } from './test';

/** More than the controls of the page. */
const MOST_TABS = 80;

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

test('the library is used with the keyboard alone: pictures, favorites, a collection, deletion and undo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page, newAccount());
  await buyStarterPack(page);
  const client = await clientOf(page);
  for (const prompt of ['A heron lands', 'Rain on tin roofs']) await client.generate(prompt);
  await makeVideo(page, 'A boat at dawn');
  await videoReady(page);
  await open(page, '/library');
  const { keyboard } = page;
  const card = (name: string) => page.getByRole('link', { name: `Open ${name}`, exact: true });
  const checkbox = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const item = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
  const select = page.getByRole('button', { name: 'Select', exact: true });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0);

  await test.step('arrow keys move from card to card', async () => {
    await keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await keyboard.press('Enter');
    await tabTo(page, card('A boat at dawn'));
    await keyboard.press('ArrowRight');
    await expect(card('Rain on tin roofs')).toBeFocused();
    await keyboard.press('End');
    await expect(card('A heron lands')).toBeFocused();
    await keyboard.press('ArrowRight');
    await expect(card('A heron lands')).toBeFocused();
    await keyboard.press('Home');
    await expect(card('A boat at dawn')).toBeFocused();
  });

  await test.step('a favorite', async () => {
    const favorite = item('A boat at dawn').getByRole('button', { name: 'Favorite' });
    await tabTo(page, favorite);
    await keyboard.press('Space');
    await expect(favorite).toHaveAttribute('aria-pressed', 'true');
    await expect(favorite).toBeFocused();
  });

  await test.step('two videos go into a new collection', async () => {
    await tabTo(page, select, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(checkbox('A boat at dawn')).toBeFocused();
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await keyboard.press('Space');
    const bar = page.getByRole('group', { name: 'Selected videos and photos' });
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await expectNoAxeViolations(page);
    await tabTo(page, bar.getByRole('button', { name: 'Collect' }));
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name of a new collection' })).toBeFocused();
    await keyboard.type('Rivers');
    await keyboard.press('Enter');
    await expect(page.getByText('2 added to “Rivers”')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(select).toBeFocused();
  });

  await test.step('a deleted video gives the focus to the next one and comes back with Undo', async () => {
    await tabTo(page, item('Rain on tin roofs').getByRole('button', { name: /^More about/ }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await keyboard.press('Enter');
    await expect(card('Rain on tin roofs')).toHaveCount(0);
    await expect(card('A heron lands')).toBeFocused();
    await keyboard.press('Alt+t');
    await tabTo(page, undo);
    await keyboard.press('Enter');
    await expect(card('Rain on tin roofs')).toBeVisible();
    await expect(card('A heron lands')).toBeFocused();
  });

  await test.step('two selected videos are deleted and come back with Undo', async () => {
    await tabTo(page, select, 'Shift+Tab');
    await keyboard.press('Enter');
    await keyboard.press('Space');
    await keyboard.press('End');
    await keyboard.press('Space');
    await tabTo(
      page,
      page.getByRole('group', { name: 'Selected videos and photos' }).getByRole('button', { name: 'Delete' }),
    );
    await keyboard.press('Enter');
    await expect(card('A boat at dawn')).toHaveCount(0);
    await expect(card('A heron lands')).toHaveCount(0);
    await expect(select).toBeFocused();
    await keyboard.press('Alt+t');
    await tabTo(page, undo);
    await keyboard.press('Enter');
    await expect(card('A boat at dawn')).toBeVisible();
    await expect(card('A heron lands')).toBeVisible();
    await expect(select).toBeFocused();
  });

  await test.step('the collection is chosen and shows its videos', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Filter' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('combobox', { name: 'Collection' }));
    await keyboard.type('Rivers');
    await expect(page).toHaveURL(/collection=/);
    await keyboard.press('Escape');
    await expect(card('A heron lands')).toHaveCount(0);
    await expect(card('A boat at dawn')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});
