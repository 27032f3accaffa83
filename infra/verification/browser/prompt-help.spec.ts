import { open, press } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp } from './creator';
import { control } from './sandbox';
import { expect, test } from './test';

const PROMPT = 'show me a video of an old boat';
const IMPROVED = 'An old boat, moving gently, in soft morning light, slow camera from left to right.';

test('the text model suggests a better prompt as a diff, which users refuse, use and take back [G-64]', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await open(page, '/image-to-video');
  const field = page.getByLabel('Video prompt');
  await expect(page.getByRole('button', { name: 'Improve my prompt' })).toBeDisabled();
  await field.fill(PROMPT);

  await control('faults', { target: 'openai', kind: 'down', for_seconds: 600 });
  await press(page, 'Improve my prompt');
  await expect(page.getByRole('alert')).toContainText('We could not improve your prompt, so it is unchanged');
  await control('faults', { target: 'openai', kind: 'down', for_seconds: 0 });

  await press(page, 'Improve my prompt');
  const panel = page.getByRole('region', { name: 'Suggested prompt' });
  await expect(panel).toBeFocused();
  await expect(panel.locator('del').first()).toHaveText('show');
  await expect(panel.locator('ins').last()).toContainText('slow camera from left to right');
  await expectNoAxeViolations(page);
  await press(page, 'Keep mine');
  await expect(field).toHaveValue(PROMPT);
  await expect(field).toBeFocused();

  await press(page, 'Improve my prompt');
  await press(page, 'Use this prompt');
  await expect(field).toHaveValue(IMPROVED);
  await press(page, 'Restore my prompt');
  await expect(field).toHaveValue(PROMPT);
});
