import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo, overflow, shareVideo } from './steps';
import { expect, test } from './test';

/** The type of the box of an MP4 file that contains Content Credentials; the start of its UUID follows. */
const CREDENTIALS_BOX = /uuid(?=\xd8\xfe\xc3\xd6)/g;

test('a visitor checks a shared video, and a copy without its identifier', async ({ page, browser }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  const { url } = await shareVideo(page);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  const download = await visitor.getByRole('link', { name: 'Download', exact: true }).getAttribute('href');
  const video = await (await visitor.request.get(new URL(download ?? '', url).href)).body();
  await visitor.getByRole('link', { name: 'Check a copy of it' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Was it made with Luit?' })).toBeVisible();
  for (const width of [320, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    expect(await overflow(visitor)).toBe(0);
  }
  await expectNoAxeViolations(visitor);
  const check = async (buffer: Buffer) => {
    await visitor
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'boat.mp4', mimeType: 'video/mp4', buffer });
  };

  await check(video);
  await expect(visitor.getByRole('heading', { name: 'Yes, it was made with Luit' })).toBeVisible();
  await expect(visitor.getByText('Seedance')).toBeVisible();
  await expect(visitor.getByText('Luit signed this file, and it hasn’t changed since.')).toBeVisible();
  await expectNoAxeViolations(visitor);
  await visitor.getByRole('button', { name: 'Check another file' }).click();

  const anonymous = Buffer.from(
    video.toString('latin1').replaceAll('DigImageGUID', 'NoImageGUID_').replace(CREDENTIALS_BOX, 'free'),
    'latin1',
  );
  await check(anonymous);
  await expect(visitor.getByRole('heading', { name: 'It looks like it was made with Luit' })).toBeVisible();
  await expect(visitor.getByText('We found no Content Credentials in this file')).toBeVisible();
  await visitor.getByRole('button', { name: 'Check another file' }).click();

  await check(Buffer.from('not a video'));
  await expect(visitor.getByRole('alert')).toContainText('We can’t read this file');

  await open(visitor, '/verify?lang=hi');
  await expect(visitor.getByRole('heading', { level: 1, name: 'क्या यह Luit से बना है?' })).toBeVisible();
});
