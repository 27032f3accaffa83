import { generationCalls } from '@luit/contracts/generation/messages';
import type { RestoreOptions } from '@luit/contracts/generation/plans';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const IMAGE = { imageKey: 'uploads/a.jpg', imageHash: 'a'.repeat(64) };

describe('photo restorations', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());

  const restore = (options: Partial<RestoreOptions> = {}, changes: Partial<NewRequest> = {}) =>
    app.create({
      type: 'restore',
      prompt: '',
      duration: undefined,
      restore: { quality: 'standard', enhancement: 'standard', colorRestoration: false, ...options },
      ...IMAGE,
      ...changes,
    });

  it.each([
    ['standard', 4],
    ['high', 8],
    ['ultra', 12],
  ] as const)('%s quality costs %d credits, in the price list and for the hold [G-20]', async (quality, credits) => {
    const { restorePlans, models, plans } = await app.call(generationCalls.listPlans, {});
    expect(restorePlans).toContainEqual({ id: `restore-${quality}`, quality, credits });
    expect(models.map(({ id }) => id)).not.toContain('gfpgan');
    expect(plans).toHaveLength(4);
    const created = await restore({ quality });
    expect(created).toMatchObject({
      type: 'restore',
      credits,
      planId: `restore-${quality}`,
      duration: null,
      prompt: '',
    });
    expect(app.billing.holds.get(created.id)).toMatchObject({
      credits,
      description: `Photo restoration: ${quality} quality`,
    });
  });

  it('a changed price is charged and shown', async () => {
    const setPrice = async (credits: number): Promise<void> => {
      await app.setPrice('restore-high', credits);
      await eventually(async () => {
        const { restorePlans } = await app.call(generationCalls.listPlans, {});
        expect(restorePlans).toContainEqual({ id: 'restore-high', quality: 'high', credits });
      });
    };
    await setPrice(9);
    expect(await restore({ quality: 'high' })).toMatchObject({ credits: 9 });
    await expect(restore({ quality: 'high' }, { expectedCredits: 8 })).rejects.toMatchObject({ code: 'price_changed' });
    await setPrice(8);
  });

  it('the worker receives the options, and the deadline is ten minutes', async () => {
    const created = await restore({ enhancement: 'premium', quality: 'ultra' });
    const claim = await app.claimSubmission(created.id);
    expect(claim).toMatchObject({
      action: 'submit',
      task: {
        type: 'restore',
        model: 'gfpgan',
        duration: null,
        resolution: 'ultra',
        imageKey: IMAGE.imageKey,
        restore: { quality: 'ultra', enhancement: 'premium', colorRestoration: false },
      },
    });
    const [row] = (await app.database.query(
      `SELECT extract(epoch FROM deadline_at - first_claim_at)::int AS seconds FROM requests WHERE id = $1`,
      [created.id],
    )) as { seconds: number }[];
    expect(row?.seconds).toBe(600);
  });

  it('color restoration without a configured model is refused with the reason', async () => {
    const { colorRestorationRefusal } = await app.call(generationCalls.listPlans, {});
    expect(colorRestorationRefusal).toBe('Color restoration is not available.');
    const attempt = restore({ colorRestoration: true });
    await expect(attempt).rejects.toMatchObject({ code: 'unsupported_combination', message: colorRestorationRefusal });
  });

  it('a video model cannot restore, and a restoration model cannot generate videos', async () => {
    await expect(restore({}, { model: 'seedance' })).rejects.toMatchObject({ code: 'unsupported_combination' });
    await expect(app.create({ model: 'gfpgan' })).rejects.toMatchObject({ code: 'unsupported_combination' });
    await expect(app.create({ planId: 'restore-high' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('an image and options are required', async () => {
    await expect(restore({}, { imageKey: undefined })).rejects.toMatchObject({ message: 'Please upload an image' });
    await expect(restore({}, { restore: undefined })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(app.create({ type: 'image_video' })).rejects.toMatchObject({ message: 'Please upload an image' });
    await expect(app.create({ prompt: ' ' })).rejects.toMatchObject({ message: 'Please enter a video prompt' });
  });

  it('the same image and options under one key are one request, regardless of the storage key [G-46]', async () => {
    const owner = { userId: uuidv7(), idempotencyKey: 'k' };
    const first = await restore({}, owner);
    const second = await restore({}, { ...owner, imageKey: 'uploads/b.jpg' });
    expect(second).toMatchObject({ id: first.id, imageKey: IMAGE.imageKey });
    const conflict = { code: 'idempotency_conflict' };
    await expect(restore({}, { ...owner, imageHash: 'b'.repeat(64) })).rejects.toMatchObject(conflict);
    await expect(restore({ quality: 'high' }, owner)).rejects.toMatchObject(conflict);
    await expect(restore({ enhancement: 'premium' }, owner)).rejects.toMatchObject(conflict);
  });
});
