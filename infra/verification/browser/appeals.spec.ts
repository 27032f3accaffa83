import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator } from './operator';
import { buyStarterPack, makeVideo, overflow } from './steps';
import { expect, test } from './test';

const PROMPT = 'In our school play, the villain plans a beheading of a hostage';

test('a person says why a refusal is a mistake, an operator lifts it, and the same prompt is made', async ({
  page,
  browser,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, PROMPT);
  await expect(page.getByRole('alert')).toContainText('graphic violence or terror');
  await page.getByRole('button', { name: 'This is a mistake' }).click();
  const field = page.getByLabel('Why is this a mistake?');
  await expect(field).toBeFocused();
  await field.fill('It is a play for our school day');
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBe(0);
  }
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Thank you. A person will look at it.')).toBeVisible();

  const operator = await (await browser.newContext()).newPage();
  await signInAsOperator(operator);
  await operator.goto(`${stack().admin}/refused-prompts`);
  const row = operator.getByRole('row').filter({ hasText: 'It is a play for our school day' });
  await expect(row).toContainText(PROMPT);
  await expectNoAxeViolations(operator);
  await row.getByRole('button', { name: 'Lift' }).click();
  const decision = operator.getByRole('dialog', { name: 'Allow this prompt?' });
  await decision.getByLabel('Reason').fill('A play at a school');
  await decision.getByRole('button', { name: 'Lift' }).click();
  await expect(operator.getByText('The account can use this text')).toBeVisible();

  await page.getByRole('button', { name: /^Generate video/ }).click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
});
