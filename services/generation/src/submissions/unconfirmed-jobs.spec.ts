import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { createUnconfirmed } from '../test/unconfirmed-submission';

const LIMIT_MS = 120_000;
/** From the limit until the service ends a job that no worker asks about. */
const GRACE_MS = 30_000;

describe('jobs whose submission is unconfirmed', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      limits: { unconfirmedLimitMs: LIMIT_MS },
      providerConcurrency: 1_000,
      modelProviders: { seedance: ['fal'] },
    });
  });

  afterAll(() => app.close());

  beforeEach(() => app.database.query(`DELETE FROM provider_health`));

  /** A job whose submission was not answered. */
  const unconfirmed = () => createUnconfirmed(app);
  const claimSearch = async (id: string) => {
    await app.expireLease(id);
    const claim = await app.claimSubmission(id, 'worker-2');
    if (claim.action !== 'find') throw new Error(`Expected to find, got ${claim.action}`);
    return { requestId: id, lease: claim.lease, claimedAt: claim.claimedAt };
  };

  const notSearchable = async (id: string) =>
    app.call(generationCalls.recordNotFound, {
      ...(await claimSearch(id)),
      isSearchable: false,
      reportedWithinMs: 1,
    });

  const unanswered = async (id: string, retryAfterMs?: number) => {
    const { requestId, lease } = await claimSearch(id);
    return app.call(generationCalls.recordSearchFailure, { requestId, lease, failure: failure(), retryAfterMs });
  };

  const passLimit = (id: string, graceMs = 0) =>
    app.set(id, `submit_before = now() - ${LIMIT_MS + graceMs} * interval '1 millisecond'`);

  const dueInMs = async (id: string): Promise<number> => {
    const { next_attempt_at: at } = await app.row(id);
    return at === null ? 0 : (at as Date).getTime() - Date.now();
  };

  const ended = async (id: string) => {
    const { state, error_code: code, resubmissions } = await app.row(id);
    return { state, code, resubmissions, settled: (await app.settled(id)).map(({ outcome }) => outcome) };
  };

  it('at a provider that cannot be searched fails after the limit, is never submitted again, and returns its credits', async () => {
    const { id } = await unconfirmed();
    await notSearchable(id);
    expect(await app.row(id)).toMatchObject({ state: 'unknown' });
    expect(await dueInMs(id)).toBeGreaterThan(10_000);
    await passLimit(id);
    await notSearchable(id);
    expect(await ended(id)).toEqual({
      state: 'failed',
      code: 'submission_unknown',
      resubmissions: 0,
      settled: ['failed'],
    });
  });

  it('is searched again soon while the provider does not answer, and fails after the limit', async () => {
    const { id } = await unconfirmed();
    await unanswered(id);
    expect(await app.row(id)).toMatchObject({ state: 'unknown' });
    expect(await dueInMs(id)).toBeLessThanOrEqual(1_000);
    await passLimit(id);
    await unanswered(id);
    expect(await ended(id)).toMatchObject({ state: 'failed', code: 'submission_unknown', settled: ['failed'] });
  });

  it('is searched at the limit at the latest, whatever Retry-After the provider sends', async () => {
    const { id } = await unconfirmed();
    await app.set(id, `submit_before = now() - ${LIMIT_MS - 5_000} * interval '1 millisecond'`);
    await unanswered(id, 60_000);
    expect(await dueInMs(id)).toBeLessThanOrEqual(5_000);
  });

  it('is still asked about once if all workers were down until the limit', async () => {
    const { id } = await app.create();
    await app.claimSubmission(id);
    await passLimit(id);
    const search = await claimSearch(id);
    await app.call(generationCalls.recordSubmission, {
      requestId: id,
      lease: search.lease,
      externalId: `found-${id}`,
    });
    expect(await app.row(id)).toMatchObject({ state: 'running', external_id: `found-${id}` });
  });

  it('fails soon after the limit if no worker asks, for example because the queue is paused', async () => {
    const { id } = await unconfirmed();
    await app.database.query(
      `INSERT INTO paused_queues (name, admin_id) VALUES ('submit', gen_random_uuid()) ON CONFLICT DO NOTHING`,
    );
    await app.set(id, `lease_expires_at = now(), next_attempt_at = now() + interval '1 hour'`);
    await passLimit(id, GRACE_MS);
    await eventually(async () => expect(await ended(id)).toMatchObject({ state: 'failed', settled: ['failed'] }));
    await app.database.query(`DELETE FROM paused_queues`);
  });

  it('is canceled at the limit if its cancellation was requested', async () => {
    const { id, userId } = await unconfirmed();
    await app.call(generationCalls.cancelRequest, { requestId: id, userId });
    await passLimit(id);
    await notSearchable(id);
    expect(await ended(id)).toMatchObject({ state: 'canceled', settled: ['canceled'] });
  });

  describe('and whose task shows up after its credits were returned', () => {
    const claimCheck = async (requestId: string) => {
      const claim = await app.call(generationCalls.claimLateResultCheck, { requestId, workerId: 'worker-1' });
      if (claim.action !== 'check') throw new Error(claim.action);
      return claim;
    };
    const giveUp = async (id: string) => {
      await passLimit(id);
      await notSearchable(id);
    };
    const report = (requestId: string, lease: number, found: string[], isAbsent?: boolean) =>
      app.call(generationCalls.recordLateResultCheck, {
        requestId,
        lease,
        isOver: false,
        isAbsent,
        others: { eventIds: [], found, stopped: [] },
      });

    it('get the output for free, and a second task is canceled', async () => {
      const { id } = await unconfirmed();
      await giveUp(id);
      const first = await claimCheck(id);
      expect(first).toMatchObject({ lateTask: null, findSince: expect.any(String) as string });
      await report(id, first.lease, [`late-${id}`, `twin-${id}`]);
      const second = await claimCheck(id);
      expect(second).toMatchObject({ lateTask: `late-${id}`, others: { cancel: [`twin-${id}`] } });
      expect(second.findSince).toBeUndefined();
    });

    it('get a task that the submitting worker reports late for free', async () => {
      const { id } = await unconfirmed();
      const { lease } = await claimSearch(id);
      await passLimit(id);
      await app.call(generationCalls.recordSearchFailure, { requestId: id, lease, failure: failure() });
      const late = app.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `late-${id}` });
      await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
      expect(await claimCheck(id)).toMatchObject({ lateTask: `late-${id}`, others: { cancel: [] } });
    });

    it('that was canceled has the task canceled', async () => {
      const { id, userId } = await unconfirmed();
      await app.call(generationCalls.cancelRequest, { requestId: id, userId });
      await giveUp(id);
      const first = await claimCheck(id);
      expect(first).toMatchObject({ lateTask: null, findSince: expect.any(String) as string });
      expect(await report(id, first.lease, [`late-${id}`])).toMatchObject({ action: 'reschedule' });
      expect(await claimCheck(id)).toMatchObject({ lateTask: null, others: { cancel: [`late-${id}`] } });
    });

    it('are no longer searched once the provider certainly has no such task', async () => {
      const { id } = await unconfirmed();
      await giveUp(id);
      const { lease } = await claimCheck(id);
      expect(await report(id, lease, [], true)).toEqual({ action: 'done' });
    });
  });
});
