import { generationCalls } from '@luit/contracts/generation/messages';
import type { RestoreOptions } from '@luit/contracts/generation/plans';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const IMAGE = { imageKey: 'uploads/a.jpg', imageHash: 'a'.repeat(64) };

describe('restorations', () => {
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
  ] as const)('G-20: %s quality costs %d credits, in the list and at the hold', async (quality, credits) => {
    const { restorePlans, models, plans } = await app.call(generationCalls.listPlans, {});
    expect(restorePlans).toContainEqual({ id: `restore-${quality}`, quality, credits });
    expect(models.map(({ id }) => id)).not.toContain('gfpgan');
    expect(plans).toHaveLength(4);
    const made = await restore({ quality });
    expect(made).toMatchObject({ type: 'restore', credits, planId: `restore-${quality}`, duration: null, prompt: '' });
    expect(app.billing.holds.get(made.id)).toMatchObject({
      credits,
      description: `Photo restoration: ${quality} quality`,
    });
  });

  it("an operator's price is charged and shown", async () => {
    const setPrice = async (credits: number): Promise<void> => {
      await app.database.query(`UPDATE plans SET credits = $1 WHERE id = 'restore-high'`, [credits]);
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

  it('goes to the worker with its choice and a deadline of ten minutes', async () => {
    const made = await restore({ enhancement: 'premium', quality: 'ultra' });
    const claim = await app.claimSubmission(made.id);
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
      [made.id],
    )) as { seconds: number }[];
    expect(row?.seconds).toBe(600);
  });

  it('colours are refused where no model is set up for them, with the reason', async () => {
    const { colorRestorationRefusal } = await app.call(generationCalls.listPlans, {});
    expect(colorRestorationRefusal).toMatch(/no model/);
    const asked = restore({ colorRestoration: true });
    await expect(asked).rejects.toMatchObject({ code: 'unsupported_combination', message: colorRestorationRefusal });
  });

  it('a video model restores nothing, and a restorer makes no video', async () => {
    await expect(restore({}, { model: 'seedance' })).rejects.toMatchObject({ code: 'unsupported_combination' });
    await expect(app.create({ model: 'gfpgan' })).rejects.toMatchObject({ code: 'unsupported_combination' });
    await expect(app.create({ planId: 'restore-high' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('needs an image and a choice', async () => {
    await expect(restore({}, { imageKey: undefined })).rejects.toMatchObject({ message: 'Please upload an image' });
    await expect(restore({}, { restore: undefined })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(app.create({ type: 'image_video' })).rejects.toMatchObject({ message: 'Please upload an image' });
    await expect(app.create({ prompt: ' ' })).rejects.toMatchObject({ message: 'Please enter a video prompt' });
  });

  it('G-46: the same image and choice under one key is one request, whatever the upload was called', async () => {
    const mine = { userId: uuidv7(), idempotencyKey: 'k' };
    const first = await restore({}, mine);
    const second = await restore({}, { ...mine, imageKey: 'uploads/b.jpg' });
    expect(second).toMatchObject({ id: first.id, imageKey: IMAGE.imageKey });
    const conflict = { code: 'idempotency_conflict' };
    await expect(restore({}, { ...mine, imageHash: 'b'.repeat(64) })).rejects.toMatchObject(conflict);
    await expect(restore({ quality: 'high' }, mine)).rejects.toMatchObject(conflict);
    await expect(restore({ enhancement: 'premium' }, mine)).rejects.toMatchObject(conflict);
  });
});
