import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { InvariantsService } from '../invariants/invariants.service';
import { GenerationTestApp, failure } from '../test/generation-test-app';

describe('reading requests', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });

  afterAll(() => app.close());

  it('G-45, SRV-02: pages through one’s own, newest first, whatever is added meanwhile', async () => {
    const userId = uuidv7();
    const made: string[] = [];
    for (let i = 0; i < 7; i += 1) made.unshift((await app.create({ userId })).id);
    await app.create();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.call(generationCalls.listRequests, { userId, limit: 3, cursor });
      seen.push(...page.requests.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await app.create({ userId });
    } while (cursor);
    expect(seen).toEqual(made);
    await expect(app.call(generationCalls.listRequests, { userId, limit: 3, cursor: 'x' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('filters by what is shown, and hides what was refused', async () => {
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

  it('SRV-16, G-50: sync answers what is unfinished or recent, and what else is newer than the client has', async () => {
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

  it('G-15: tells when a result can be expected, from what the latest jobs of the plan took', async () => {
    const planId = '10s-720p';
    const wish = { planId, duration: 10 } as const;
    const first = await app.create(wish);
    expect(first.etaSeconds).toBeNull();
    await app.submit(first.id);
    await app.succeed(first.id);
    await app.set(first.id, `submitted_at = completed_at - interval '40 seconds'`);

    const waiting = await app.create(wish);
    // Twenty run at once, so each of those ahead costs a twentieth of the 40 s.
    const outlook = { queuePosition: expect.any(Number), etaSeconds: 40 + 2 * ((waiting.queuePosition ?? 0) - 1) };
    expect(waiting).toMatchObject(outlook);
    expect(await app.get(waiting)).toMatchObject(outlook);
    await app.submit(waiting.id);
    await app.set(waiting.id, `submitted_at = now() - interval '15 seconds'`);
    const { etaSeconds } = await app.get(waiting);
    expect(etaSeconds).toBeLessThanOrEqual(25);
    expect(etaSeconds).toBeGreaterThan(5);
    await app.set(waiting.id, `submitted_at = now() - interval '5 minutes'`);
    expect(await app.get(waiting)).toMatchObject({ queuePosition: null, etaSeconds: null });
  });

  it('tries again what failed, as a new request that names the old one, and nothing else', async () => {
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

  it('JOB-01, G-03: operators see every job with its exact state and the provider’s own words', async () => {
    const made = await app.create({ prompt: 'for operators' });
    const claim = await app.claimSubmission(made.id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    const input = {
      requestId: made.id,
      lease: claim.lease,
      result: 'rejected',
      failure: failure('moderation'),
    } as const;
    await app.call(generationCalls.recordSubmissionFailure, input);
    const { items, nextCursor, total } = await app.call(operationsCalls.listJobs, { limit: 1 });
    expect(items).toEqual([
      expect.objectContaining({
        id: made.id,
        user_id: made.userId,
        user_email: null,
        prompt: 'for operators',
        status: 'failed',
        state: 'failed',
        duration: 5,
        cost_credits: 18,
        provider: 'replicate',
        money: 'held',
        error_message: 'the words of the provider',
      }),
    ]);
    expect(total).toBeGreaterThanOrEqual(0);
    const next = await app.call(operationsCalls.listJobs, { limit: 1, cursor: nextCursor! });
    expect(next.items[0]!.id < made.id).toBe(true);
  });

  it('G-52: what became of the credits is shown once, and told', async () => {
    const made = await app.create();
    await app.call(generationCalls.cancelRequest, { requestId: made.id, userId: made.userId });
    await app.publishHoldSettled(made.id, made.userId, 'returned');
    await app.publishHoldSettled(made.id, made.userId, 'returned');
    await app.publishHoldSettled(uuidv7(), made.userId, 'returned');
    await eventually(async () => {
      expect((await app.get(made)).money).toEqual({ state: 'returned', credits: 18, reason: 'Canceled' });
    });
    const updates = await app.updates(made.id);
    expect(updates.map(({ money, sequence }) => [money.state, sequence])).toEqual([
      ['held', 1],
      ['held', 2],
      ['returned', 3],
    ]);
  });

  it('I3: credits that went the wrong way, or stay held, are counted', async () => {
    const invariants = app.resolve(InvariantsService);
    await app.database.query(`UPDATE requests SET money_state = 'returned' WHERE state IN ('failed', 'canceled')`);
    await app.database.query(`UPDATE requests SET money_state = 'captured' WHERE state = 'succeeded'`);
    expect(await invariants.moneyViolations(0)).toBe(0);
    const made = await app.create();
    await app.submit(made.id);
    await app.succeed(made.id);
    expect(await invariants.moneyViolations(60_000)).toBe(0);
    expect(await invariants.moneyViolations(0)).toBe(1);
    await app.set(made.id, `money_state = 'returned'`);
    expect(await invariants.moneyViolations(60_000)).toBe(1);
  });
});
