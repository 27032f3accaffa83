import { authEvents } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewPendingOrder } from '@luit/contracts/generation/pending-orders';
import { Queues } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { PendingOrdersService } from './pending-orders.service';

describe('videos that are paid for one by one', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const draft = (input: Partial<NewPendingOrder> = {}) => {
    const accountId = input.accountId ?? uuidv7();
    return app.call(generationCalls.createPendingOrder, {
      userId: accountId,
      accountId,
      guestEmail: null,
      type: 'video',
      prompt: 'a river at dawn',
      planId: '5s-480p',
      duration: 5,
      ...input,
    });
  };
  const queue = () => app.part(Queues).named('events-generation');
  const tellPaid = (paid: { requestId: string; accountId: string; credits: number }) =>
    queue().add(billingEvents.videoPaid.name, { payload: { ...paid, email: null } }, { jobId: uuidv7() });
  const confirm = (userId: string, email: string) =>
    queue().add(authEvents.userConfirmed.name, { payload: { userId, email, confirmedAt: '' } }, { jobId: uuidv7() });

  it('G-12: prices the wish and keeps it from everybody until it is paid', async () => {
    const made = await draft({ planId: '10s-720p', duration: 10 });
    expect(made).toMatchObject({ planId: '10s-720p', planName: 'Extended HD Video', duration: 10, credits: 72 });
    const asking = { id: made.requestId, userId: made.accountId };
    await expect(app.get(asking)).rejects.toMatchObject({ code: 'awaiting_payment' });
    await expect(app.get({ ...asking, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    const cancel = app.call(generationCalls.cancelRequest, { requestId: made.requestId, userId: made.accountId });
    await expect(cancel).rejects.toMatchObject({ code: 'not_found' });
    expect(app.billing.holds.has(made.requestId)).toBe(false);
    expect(await app.entryState('submit', made.requestId)).toBe('unknown');
  });

  it('G-12: starts the job once, whether verify, the event or both tell of the payment', async () => {
    const made = await draft();
    const start = () => app.call(generationCalls.startPaidVideo, made);
    await Promise.all([start(), tellPaid(made), start(), tellPaid(made), tellPaid(made)]);
    expect(await app.get({ id: made.requestId, userId: made.accountId })).toMatchObject({
      jobStatus: 'pending',
      progress: 25,
      credits: 18,
      money: { state: 'held', credits: 18 },
    });
    await app.waitForEntry('submit', made.requestId);
    await eventually(async () => expect(await queue().getJobCountByTypes('waiting', 'active')).toBe(0));
    expect(await app.timeline(made.requestId)).toEqual(['accepted']);
    expect(await app.updates(made.requestId)).toHaveLength(1);
    expect(app.billing.holds.has(made.requestId)).toBe(false);
  });

  it('G-12: knows whom a refund is told: the address of a guest, and the account once it took the video over', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    const { requestId } = await draft({ guestEmail: email });
    const orderer = (id: string) => app.call(generationCalls.getOrderOwner, { requestId: id });
    expect(await orderer(requestId)).toEqual({ userId: null, email });
    const userId = uuidv7();
    await confirm(userId, email);
    await eventually(async () => expect(await orderer(requestId)).toEqual({ userId, email: null }));
    expect(await orderer((await draft()).requestId)).toEqual({ userId: null, email: null });
    expect(await orderer(uuidv7())).toEqual({ userId: null, email: null });
  });

  it('G-46: the same key and wish answer the same draft at its first price; another wish is a conflict', async () => {
    const accountId = uuidv7();
    const input = { accountId, idempotencyKey: 'guest-intent-1' };
    const first = await draft(input);
    await app.database.query(`UPDATE plans SET credits = 20 WHERE id = '5s-480p'`);
    try {
      const again = await Promise.all([draft(input), draft(input)]);
      for (const one of again) expect(one).toEqual(first);
    } finally {
      await app.database.query(`UPDATE plans SET credits = 18 WHERE id = '5s-480p'`);
    }
    await expect(draft({ ...input, prompt: 'another' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const withCredits = { userId: accountId, idempotencyKey: 'guest-intent-1' };
    await expect(app.create(withCredits)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('what billing settles is the order’s account, the owner is somebody else', async () => {
    const [userId, accountId] = [uuidv7(), uuidv7()];
    const made = await draft({ userId, accountId });
    await app.call(generationCalls.startPaidVideo, made);
    for (const who of [userId, accountId]) {
      expect(await app.get({ id: made.requestId, userId: who })).toMatchObject({ userId });
    }
    await app.call(generationCalls.cancelRequest, { requestId: made.requestId, userId: accountId });
    expect(await app.settled(made.requestId)).toEqual([
      expect.objectContaining({ userId: accountId, outcome: 'canceled', credits: 18 }),
    ]);
  });

  it('a payment for a video that is not known is given back', async () => {
    const unknown = { requestId: uuidv7(), accountId: uuidv7(), credits: 18 };
    await tellPaid(unknown);
    await eventually(async () =>
      expect(await app.settled(unknown.requestId)).toEqual([
        expect.objectContaining({ userId: unknown.accountId, outcome: 'rejected', credits: 18 }),
      ]),
    );
    const made = await draft();
    await tellPaid({ ...made, accountId: uuidv7() });
    await eventually(async () => expect(await app.settled(made.requestId)).toHaveLength(1));
    expect(await app.row(made.requestId)).toMatchObject({ state: 'awaiting_payment' });
  });

  it('G-12: whoever confirms the address later finds the video; the claim stays good, others’ videos stay theirs', async () => {
    const email = `${uuidv7()}@example.com`;
    const [made, other] = [await draft({ guestEmail: email }), await draft({ guestEmail: `x${email}` })];
    for (const one of [made, other]) await app.call(generationCalls.startPaidVideo, one);
    const userId = uuidv7();
    await confirm(userId, email);
    await eventually(async () => expect(await app.get({ id: made.requestId, userId })).toMatchObject({ userId }));
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 10 });
    expect(requests.map(({ id }) => id)).toEqual([made.requestId]);
    expect(await app.get({ id: made.requestId, userId: made.accountId })).toMatchObject({ userId });
    await confirm(uuidv7(), email);
    await eventually(async () => expect(await queue().getJobCountByTypes('waiting', 'active')).toBe(0));
    expect(await app.row(made.requestId)).toMatchObject({ user_id: userId });
  });

  it('shows a refunded card, in whatever order billing tells of it', async () => {
    const made = await draft();
    await app.call(generationCalls.startPaidVideo, made);
    const { requestId, accountId } = made;
    await app.call(generationCalls.cancelRequest, { requestId, userId: accountId });
    for (const state of ['refunded', 'returned'] as const) await app.tellHoldSettled(requestId, accountId, state);
    await eventually(async () => expect(await queue().getJobCountByTypes('waiting', 'active')).toBe(0));
    const { money } = await app.get({ id: requestId, userId: accountId });
    expect(money).toEqual({ state: 'refunded', credits: 18, reason: 'Canceled' });
  });

  it('forgets what nobody paid for, after a month', async () => {
    const [old, young] = [await draft(), await draft()];
    await app.set(old.requestId, `created_at = now() - interval '31 days'`);
    await app.part(PendingOrdersService).deleteExpired();
    await expect(app.row(old.requestId)).rejects.toThrow('No row');
    expect(await app.row(young.requestId)).toMatchObject({ state: 'awaiting_payment' });
  });

  it('G-12: a video that begins with an image; the image is needed as long as a request has it', async () => {
    const [imageKey, unknown] = [`uploads/${uuidv7()}.png`, `uploads/${uuidv7()}.png`];
    const made = await draft({ type: 'image_video', imageKey });
    const unused = async () => (await app.call(generationCalls.listUnusedImages, { keys: [imageKey, unknown] })).keys;
    expect(await unused()).toEqual([unknown]);
    await app.call(generationCalls.startPaidVideo, made);
    expect(await app.get({ id: made.requestId, userId: made.accountId })).toMatchObject({
      type: 'image_video',
      imageKey,
    });
    const unpaid = await draft({ type: 'image_video', imageKey: unknown });
    expect(await unused()).toEqual([]);
    await app.set(unpaid.requestId, `created_at = now() - interval '31 days'`);
    await app.part(PendingOrdersService).deleteExpired();
    expect(await unused()).toEqual([unknown]);
  });

  const refused = ['some CSAM please', 'Child   Porn', 'ch\u00ADild-porn', 'ＣＳＡＭ', 'child\nporn.'];
  it.each(refused)('G-47: refuses %j before anybody pays, also for credits', async (prompt) => {
    const error = { code: 'refused_by_policy', message: expect.stringContaining('content policy') as string };
    await expect(draft({ prompt })).rejects.toMatchObject(error);
    await expect(app.create({ prompt })).rejects.toMatchObject(error);
  });

  it.each(['a child porter carries tea', 'scammers at work', 'porn of the child'])('G-47: takes %j', async (prompt) => {
    expect((await draft({ prompt })).credits).toBe(18);
  });

  it.each([{ prompt: ' ' }, { planId: '9s-8k' }, { duration: 10 }, { model: 'nope' }])('refuses %j', async (input) => {
    await expect(draft(input)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
