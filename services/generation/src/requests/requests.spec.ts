import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { InvariantsService } from '../invariants/invariants.service';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('reading requests', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });

  afterAll(() => app.close());

  it('listRequests pages through the user’s requests, newest first, unaffected by inserts [G-45, SRV-02]', async () => {
    const userId = uuidv7();
    const created: string[] = [];
    for (let i = 0; i < 7; i += 1) created.unshift((await app.create({ userId })).id);
    await app.create();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.call(generationCalls.listRequests, { userId, limit: 3, cursor });
      seen.push(...page.requests.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await app.create({ userId });
    } while (cursor);
    expect(seen).toEqual(created);
    await expect(app.call(generationCalls.listRequests, { userId, limit: 3, cursor: 'x' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('listRequests filters by visible status and hides rejected requests', async () => {
    const userId = uuidv7();
    const [done, open] = [await app.create({ userId }), await app.create({ userId })];
    app.billing.balances.set(userId, 0);
    await expect(app.create({ userId })).rejects.toMatchObject({ code: 'insufficient_credits' });
    await app.submit(done.id);
    await app.succeed(done.id);
    const list = async (filter: object): Promise<string[]> => {
      const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 50, ...filter });
      return requests.map(({ id }) => id);
    };
    expect(await list({})).toEqual([open.id, done.id]);
    expect(await list({ status: 'completed' })).toEqual([done.id]);
    expect(await list({ status: 'processing' })).toEqual([open.id]);
    expect(await list({ status: 'failed' })).toEqual([]);
    expect(await list({ type: 'image_video' })).toEqual([]);
  });

  it('syncRequests returns unfinished and recent requests, and those newer than the client’s [SRV-16, G-50]', async () => {
    const userId = uuidv7();
    const [old, recent, open] = [
      await app.create({ userId }),
      await app.create({ userId }),
      await app.create({ userId }),
    ];
    for (const { id } of [old, recent]) {
      await app.submit(id);
      await app.succeed(id);
    }
    await app.set(old.id, `updated_at = now() - interval '25 hours'`);
    const sync = async (since: Record<string, number>): Promise<string[]> => {
      const { requests } = await app.call(generationCalls.syncRequests, { userId, since });
      return requests.map(({ id }) => id);
    };
    expect(await sync({})).toEqual([open.id, recent.id]);
    expect(await sync({ [old.id]: 1, 'not-an-id': 4 })).toEqual([open.id, recent.id, old.id]);
    const [known, knownRecent] = [await app.get(old), await app.get(recent)];
    const since = { [old.id]: known.sequence, [recent.id]: knownRecent.sequence, [open.id]: 1 };
    expect(await sync(since)).toEqual([open.id, recent.id]);
  });

  it('the ETA is based on the latest jobs of the plan [G-15]', async () => {
    const planId = '10s-720p';
    const options = { planId, duration: 10 } as const;
    const first = await app.create(options);
    expect(first.etaSeconds).toBeNull();
    await app.submit(first.id);
    await app.succeed(first.id);
    await app.set(first.id, `submitted_at = completed_at - interval '40 seconds'`);

    const waiting = await app.create(options);
    // Twenty run concurrently, so each job ahead adds a twentieth of the 40 s.
    const estimate = { queuePosition: expect.any(Number), etaSeconds: 40 + 2 * ((waiting.queuePosition ?? 0) - 1) };
    expect(waiting).toMatchObject(estimate);
    expect(await app.get(waiting)).toMatchObject(estimate);
    await app.submit(waiting.id);
    await app.set(waiting.id, `submitted_at = now() - interval '15 seconds'`);
    const { etaSeconds } = await app.get(waiting);
    expect(etaSeconds).toBeLessThanOrEqual(25);
    expect(etaSeconds).toBeGreaterThan(5);
    // Half of the provider's work between 50 and 99 % took 60 s, regardless of the median of the others.
    await app.set(
      waiting.id,
      `progress = 74, submitted_at = now() - interval '64 s', progress_sent_at = now() - interval '4 s'`,
    );
    expect((await app.get(waiting)).etaSeconds).toBeGreaterThan(50);
    expect((await app.get(waiting)).etaSeconds).toBeLessThanOrEqual(60);
    await app.set(waiting.id, `state = 'collecting', progress = 95, submitted_at = now() - interval '6 s'`);
    expect(await app.get(waiting)).toMatchObject({ etaSeconds: null, isLongerThanUsual: false });
    // Any further estimate would be a rise.
    await app.set(waiting.id, `state = 'running', progress = 50`);
    await app.set(waiting.id, `submitted_at = now() - interval '5 minutes'`);
    expect(await app.get(waiting)).toMatchObject({ queuePosition: null, etaSeconds: null, isLongerThanUsual: true });
  });

  it('only a failed request can be retried, as a new request that refers to it', async () => {
    const userId = uuidv7();
    const failed = await app.create({ userId, prompt: 'once more', model: 'zeroscope' });
    const retry = (input: { userId: string; idempotencyKey?: string; expectedCredits?: number }) =>
      app.call(generationCalls.retryRequest, { requestId: failed.id, ...input });
    await expect(retry({ userId })).rejects.toMatchObject({ code: 'conflict' });
    await app.call(generationCalls.cancelRequest, { userId, requestId: failed.id });
    await expect(retry({ userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(retry({ userId, expectedCredits: 1 })).rejects.toMatchObject({ code: 'price_changed' });

    const again = await retry({ userId, idempotencyKey: 'k', expectedCredits: failed.credits });
    expect(again).toMatchObject({ retryOf: failed.id, prompt: 'once more', model: 'zeroscope', status: 'processing' });
    expect(again.id).not.toBe(failed.id);
    expect(await retry({ userId, idempotencyKey: 'k', expectedCredits: failed.credits })).toMatchObject({
      id: again.id,
    });
    expect(app.billing.holds.get(again.id)).toMatchObject({ userId, credits: failed.credits });
  });

  it('only an own finished video is remixed: with its options and another prompt, paid from the budget of the key', async () => {
    const [userId, apiKeyId] = [uuidv7(), uuidv7()];
    const video = await app.create({
      userId,
      model: 'seedance',
      seed: 7,
      aspectRatio: '9:16',
      metadata: { order: '1' },
    });
    const remix = (input: { userId: string; requestId?: string; prompt?: string; idempotencyKey?: string }) =>
      app.call(generationCalls.remixRequest, { requestId: video.id, apiKeyId, prompt: 'at night', ...input });
    await expect(remix({ userId })).rejects.toMatchObject({ code: 'not_finished' });
    await app.submit(video.id);
    await app.succeed(video.id);
    const stranger = uuidv7();
    await expect(remix({ userId: stranger })).rejects.toMatchObject({ code: 'not_found' });
    await app.set(video.id, `payer_id = '${stranger}'`);
    await expect(remix({ userId: stranger })).rejects.toMatchObject({ code: 'not_found' });
    await app.set(video.id, 'payer_id = NULL');
    await expect(remix({ userId, prompt: ' ' })).rejects.toMatchObject({ code: 'validation_failed' });

    const made = await remix({ userId, idempotencyKey: 'r' });
    expect(made).toMatchObject({
      ...{ remixOf: video.id, retryOf: null, apiKeyId, prompt: 'at night', metadata: {} },
      ...{ model: 'seedance', options: video.options, credits: video.credits },
    });
    expect(app.billing.holds.get(made.id)).toMatchObject({ userId, credits: video.credits, apiKeyId });
    expect((await remix({ userId, idempotencyKey: 'r' })).id).toBe(made.id);
    await expect(remix({ userId, idempotencyKey: 'r', prompt: 'at noon' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('operators see every job with its exact state and the provider’s message [JOB-01, G-03]', async () => {
    const earlier = await app.create();
    const created = await app.create({ prompt: 'for operators' });
    const claim = await app.claimSubmission(created.id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    const input = {
      requestId: created.id,
      lease: claim.lease,
      result: 'rejected',
      failure: failure('moderation'),
    } as const;
    await app.call(generationCalls.recordSubmissionFailure, input);
    const { items, nextCursor, total } = await app.call(operationsCalls.listJobs, { limit: 1 });
    expect(items).toEqual([
      expect.objectContaining({
        id: created.id,
        user_id: created.userId,
        user_email: null,
        prompt: 'for operators',
        status: 'failed',
        state: 'failed',
        duration: 5,
        cost_credits: 18,
        provider: 'replicate',
        money: 'held',
        error_message: 'provider message',
      }),
    ]);
    expect(total).toBeGreaterThanOrEqual(0);
    const next = await app.call(operationsCalls.listJobs, { limit: 1, cursor: nextCursor! });
    expect(next.items[0]!.id).toBe(earlier.id);
  });

  it('the state of the credits is shown and published once [G-52]', async () => {
    const created = await app.create();
    await app.call(generationCalls.cancelRequest, { requestId: created.id, userId: created.userId });
    await app.publishHoldSettled(created.id, created.userId, 'returned');
    await app.publishHoldSettled(created.id, created.userId, 'returned');
    await app.publishHoldSettled(uuidv7(), created.userId, 'returned');
    await eventually(async () => {
      expect((await app.get(created)).money).toEqual({ state: 'returned', credits: 18, reason: 'Canceled' });
    });
    const updates = await app.updates(created.id);
    expect(updates.map(({ money, sequence }) => [money.state, sequence])).toEqual([
      ['held', 1],
      ['held', 2],
      ['returned', 3],
    ]);
  });

  it('credits that do not match the outcome, or stay held, are violations [I3]', async () => {
    const invariants = app.resolve(InvariantsService);
    await app.database.query(`UPDATE requests SET money_state = 'returned' WHERE state IN ('failed', 'canceled')`);
    await app.database.query(`UPDATE requests SET money_state = 'captured' WHERE state = 'succeeded'`);
    expect(await invariants.moneyViolations(0)).toBe(0);
    const created = await app.create();
    await app.submit(created.id);
    await app.succeed(created.id);
    expect(await invariants.moneyViolations(0)).toBe(0);
    await app.set(created.id, `money_state = 'held'`);
    expect(await invariants.moneyViolations(60_000)).toBe(0);
    expect(await invariants.moneyViolations(0)).toBe(1);
    await app.set(created.id, `money_state = 'returned'`);
    expect(await invariants.moneyViolations(60_000)).toBe(1);
  });
});
