import { authEvents } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewPendingOrder } from '@luit/contracts/generation/pending-orders';
import { Queues } from '@luit/platform/queues/queues';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { QuotesService } from '../options/quotes.service';
import { GenerationTestApp } from '../test/generation-test-app';

describe('pending orders', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const createOrder = (input: Partial<NewPendingOrder> = {}) => {
    const accountId = input.accountId ?? uuidv7();
    return app.call(generationCalls.createPendingOrder, {
      userId: accountId,
      accountId,
      guestEmail: null,
      guestLanguage: null,
      type: 'video',
      prompt: 'a river at dawn',
      planId: '5s-480p',
      duration: 5,
      ...input,
    });
  };
  const queue = () => app.resolve(Queues).named('events-generation');
  const publishPaid = (paid: { requestId: string; accountId: string; credits: number }) =>
    queue().add(billingEvents.videoPaid.name, { payload: { ...paid, email: null } }, { jobId: uuidv7() });
  const confirm = (userId: string, email: string) =>
    queue().add(
      authEvents.userConfirmed.name,
      { payload: { userId, email, confirmedAt: new Date().toISOString() } },
      { jobId: uuidv7() },
    );

  it('createPendingOrder prices the request and hides it until it is paid [G-12]', async () => {
    const order = await createOrder({ planId: '10s-720p', duration: 10 });
    expect(order).toMatchObject({ planId: '10s-720p', planName: 'Extended HD Video', duration: 10, credits: 72 });
    const owned = { id: order.requestId, userId: order.accountId };
    await expect(app.get(owned)).rejects.toMatchObject({ code: 'awaiting_payment' });
    await expect(app.get({ ...owned, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    const cancel = app.call(generationCalls.cancelRequest, { requestId: order.requestId, userId: order.accountId });
    await expect(cancel).rejects.toMatchObject({ code: 'not_found' });
    expect(app.billing.holds.has(order.requestId)).toBe(false);
    expect(await app.entryState('submit', order.requestId)).toBe('unknown');
  });

  it('an image and a choice without a plan are priced as with credits; an order is for one result', async () => {
    const image = { type: 'image' as const, planId: undefined, duration: undefined, aspectRatio: '3:4' as const };
    const quote = (asked: object) =>
      app
        .resolve(QuotesService)
        .quote({ type: 'image', prompt: 'a river', ...asked } as Parameters<QuotesService['quote']>[0]);
    const { credits, model } = await quote(image);
    const order = await createOrder({ ...image, model: model.id });
    expect(order).toMatchObject({ planName: 'Image', duration: null, credits });
    expect(await app.row(order.requestId)).toMatchObject({ type: 'image', model: model.id, duration: null });
    const several = createOrder({ ...image, count: 2 });
    await expect(several).rejects.toMatchObject({
      code: 'validation_failed',
      details: { count: expect.any(String) as string },
    });
    const video = await createOrder({
      planId: undefined,
      duration: 10,
      resolution: '720p',
      aspectRatio: '9:16',
      model: 'zeroscope',
    }).catch((error: unknown) => error);
    expect(video).toMatchObject({ code: 'unsupported_combination' });
  });

  it('the job starts once, whether verify, the event or both report the payment [G-12]', async () => {
    const order = await createOrder();
    const start = () => app.call(generationCalls.startPaidVideo, order);
    await Promise.all([start(), publishPaid(order), start(), publishPaid(order), publishPaid(order)]);
    expect(await app.get({ id: order.requestId, userId: order.accountId })).toMatchObject({
      jobStatus: 'pending',
      progress: 25,
      credits: 18,
      money: { state: 'held', credits: 18 },
    });
    await app.waitForEntry('submit', order.requestId);
    await eventually(async () => expect(await queue().getJobCountByTypes('waiting', 'active')).toBe(0));
    expect(await app.timeline(order.requestId)).toEqual(['accepted']);
    expect(await app.updates(order.requestId)).toHaveLength(1);
    expect(app.billing.holds.has(order.requestId)).toBe(false);
  });

  it('getOrderOwner returns the guest’s address and language, and the account once it is linked [G-12]', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    const { requestId } = await createOrder({ guestEmail: email, guestLanguage: 'hi' });
    const ownerOf = (id: string) => app.call(generationCalls.getOrderOwner, { requestId: id });
    expect(await ownerOf(requestId)).toEqual({ userId: null, email, language: 'hi' });
    const userId = uuidv7();
    await confirm(userId, email);
    await eventually(async () => expect(await ownerOf(requestId)).toEqual({ userId, email: null, language: 'hi' }));
    expect(await ownerOf((await createOrder()).requestId)).toEqual({ userId: null, email: null, language: null });
    expect(await ownerOf(uuidv7())).toEqual({ userId: null, email: null, language: null });
  });

  it('a repeated key returns the same order at its first price; a different request conflicts [G-46]', async () => {
    const accountId = uuidv7();
    const input = { accountId, idempotencyKey: 'guest-intent-1' };
    const first = await createOrder(input);
    await app.setPrice('5s-480p', 20);
    try {
      const again = await Promise.all([createOrder(input), createOrder(input)]);
      for (const one of again) expect(one).toEqual(first);
    } finally {
      await app.setPrice('5s-480p', 18);
      // Prices are cached for a moment.
      await eventually(async () => {
        const { plans } = await app.call(generationCalls.listPlans, {});
        expect(plans.find(({ id }) => id === '5s-480p')).toMatchObject({ credits: 18 });
      });
    }
    await expect(createOrder({ ...input, prompt: 'another' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const withCredits = { userId: accountId, idempotencyKey: 'guest-intent-1' };
    await expect(app.create(withCredits)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('billing settles the order’s account even when another user owns the request', async () => {
    const [userId, accountId] = [uuidv7(), uuidv7()];
    const order = await createOrder({ userId, accountId });
    await app.call(generationCalls.startPaidVideo, order);
    for (const who of [userId, accountId]) {
      expect(await app.get({ id: order.requestId, userId: who })).toMatchObject({ userId });
    }
    await app.call(generationCalls.cancelRequest, { requestId: order.requestId, userId: accountId });
    expect(await app.settled(order.requestId)).toEqual([
      expect.objectContaining({ userId: accountId, outcome: 'canceled', credits: 18 }),
    ]);
  });

  it('a payment for an unknown order is refunded', async () => {
    const unknown = { requestId: uuidv7(), accountId: uuidv7(), credits: 18 };
    await publishPaid(unknown);
    await eventually(async () =>
      expect(await app.settled(unknown.requestId)).toEqual([
        expect.objectContaining({ userId: unknown.accountId, outcome: 'rejected', credits: 18 }),
      ]),
    );
    const order = await createOrder();
    await publishPaid({ ...order, accountId: uuidv7() });
    await eventually(async () => expect(await app.settled(order.requestId)).toHaveLength(1));
    expect(await app.row(order.requestId)).toMatchObject({ state: 'awaiting_payment' });
  });

  it('an account that confirms the guest’s address gets the video; guest access and other guests’ videos are unaffected [G-12]', async () => {
    const email = `${uuidv7()}@example.com`;
    const [order, other] = [await createOrder({ guestEmail: email }), await createOrder({ guestEmail: `x${email}` })];
    for (const one of [order, other]) await app.call(generationCalls.startPaidVideo, one);
    const userId = uuidv7();
    await confirm(userId, email);
    await eventually(async () => expect(await app.get({ id: order.requestId, userId })).toMatchObject({ userId }));
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 10 });
    expect(requests.map(({ id }) => id)).toEqual([order.requestId]);
    expect(await app.get({ id: order.requestId, userId: order.accountId })).toMatchObject({ userId });
    await confirm(uuidv7(), email);
    await eventually(async () => expect(await queue().getJobCountByTypes('waiting', 'active')).toBe(0));
    expect(await app.row(order.requestId)).toMatchObject({ user_id: userId });
  });

  it('an order that a restore found unpaid may have been submitted: its provider is searched first', async () => {
    const order = await createOrder();
    await app.database.query('SELECT doubt_waiting_jobs()');
    const later = await createOrder();
    for (const one of [order, later]) await app.call(generationCalls.startPaidVideo, one);
    expect(await app.row(order.requestId)).toMatchObject({ state: 'unknown', first_claim_at: null });
    expect(await app.timeline(order.requestId)).toEqual(['accepted', 'submission unknown']);
    expect(await app.row(later.requestId)).toMatchObject({ state: 'pending' });
  });

  it('the request shows `refunded` in whatever order billing’s events arrive', async () => {
    const order = await createOrder();
    await app.call(generationCalls.startPaidVideo, order);
    const { requestId, accountId } = order;
    await app.call(generationCalls.cancelRequest, { requestId, userId: accountId });
    for (const state of ['refunded', 'returned'] as const) await app.publishHoldSettled(requestId, accountId, state);
    await eventually(async () => expect(await queue().getJobCountByTypes('waiting', 'active')).toBe(0));
    const { money } = await app.get({ id: requestId, userId: accountId });
    expect(money).toEqual({ state: 'refunded', credits: 18, reason: 'Canceled', refund: 'requested' });
  });

  it('unpaid orders are deleted after 30 days', async () => {
    const [old, young] = [await createOrder(), await createOrder()];
    await app.set(old.requestId, `created_at = now() - interval '31 days'`);
    await app.resolve(RetentionCleaner).round();
    await expect(app.row(old.requestId)).rejects.toThrow('No row');
    expect(await app.row(young.requestId)).toMatchObject({ state: 'awaiting_payment' });
  });

  it('an image stays in use as long as a request or a pending order refers to it [G-12]', async () => {
    const [imageKey, unknown] = [`uploads/${uuidv7()}.png`, `uploads/${uuidv7()}.png`];
    const order = await createOrder({ type: 'image_video', imageKey });
    const unused = async () => (await app.call(generationCalls.listUnusedImages, { keys: [imageKey, unknown] })).keys;
    expect(await unused()).toEqual([unknown]);
    await app.call(generationCalls.startPaidVideo, order);
    expect(await app.get({ id: order.requestId, userId: order.accountId })).toMatchObject({
      type: 'image_video',
      imageKey,
    });
    const unpaid = await createOrder({ type: 'image_video', imageKey: unknown });
    expect(await unused()).toEqual([]);
    await app.set(unpaid.requestId, `created_at = now() - interval '31 days'`);
    await app.resolve(RetentionCleaner).round();
    expect(await unused()).toEqual([unknown]);
  });

  const refused = ['some CSAM please', 'Child   Porn', 'ch\u00ADild-porn', 'ＣＳＡＭ', 'child\nporn.'];
  it.each(refused)(
    'the content policy refuses %j, for orders and for requests paid with credits [G-47]',
    async (prompt) => {
      const error = { code: 'refused_by_policy', message: expect.stringContaining('content policy') as string };
      await expect(createOrder({ prompt })).rejects.toMatchObject(error);
      await expect(app.create({ prompt })).rejects.toMatchObject(error);
    },
  );

  it.each(['a child porter carries tea', 'scammers at work', 'a porter and his child'])(
    'the content policy allows %j [G-47]',
    async (prompt) => {
      expect((await createOrder({ prompt })).credits).toBe(18);
    },
  );

  it.each([{ prompt: ' ' }, { planId: '9s-8k' }, { duration: 10 }, { model: 'nope' }])(
    'invalid input %j is refused',
    async (input) => {
      await expect(createOrder(input)).rejects.toMatchObject({ code: 'validation_failed' });
    },
  );
});
