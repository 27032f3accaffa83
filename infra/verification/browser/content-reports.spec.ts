import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator } from './operator';
import { buyStarterPack, makeVideo, overflow, shareVideo } from './steps';
import { expect, test } from './test';

test('a visitor reports a shared video, an operator takes it down, and it is gone for everyone', async ({
  page,
  browser,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  const { url } = await shareVideo(page);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await visitor.getByRole('link', { name: 'Report this content' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Report a video or photo' })).toBeVisible();
  await expect(visitor.getByLabel('Link or ID')).toHaveValue(url);
  for (const width of [320, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    expect(await overflow(visitor)).toBe(0);
  }
  await expectNoAxeViolations(visitor);
  await visitor.getByLabel('What is it about?').selectOption('unlawful');
  await visitor.getByLabel('What is wrong?').fill('This is my boat');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  const number = (await visitor.getByText(/^\w{4}(-\w{4}){3}$/).textContent()) ?? '';
  await expect(visitor.getByText('A person will look at it')).toBeVisible();
  await expectNoAxeViolations(visitor);

  const operator = await (await browser.newContext()).newPage();
  await signInAsOperator(operator);
  await operator.goto(`${stack().admin}/content-reports`);
  const row = operator.getByRole('region', { name: `Report ${number}` });
  await row.getByRole('button', { name: 'Take down' }).click();
  const decision = operator.getByRole('dialog', { name: 'Take the reported output down?' });
  await decision.getByLabel('Reason').fill('The boat belongs to somebody else');
  await decision.getByRole('button', { name: 'Take down' }).click();
  await expect(operator.getByText(`Report ${number} decided`)).toBeVisible();

  expect((await visitor.goto(url))?.status()).toBe(404);
  await open(visitor, `/report?number=${number}`);
  await expect(visitor.getByText('We took it down')).toBeVisible();
  await expect(visitor.getByText('The boat belongs to somebody else')).toBeVisible();
  await open(page, '/library');
  await page.getByRole('button', { name: /^More about/ }).click();
  await expect(page.getByRole('dialog').getByText('We took this down. Nobody can see it')).toBeVisible();
  await expect(page.getByText('The boat belongs to somebody else')).toBeVisible();
});
