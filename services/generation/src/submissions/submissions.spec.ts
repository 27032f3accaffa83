import { generationCalls } from '@luit/contracts/generation/messages';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { InvariantsService } from '../invariants/invariants.service';
import { GenerationTestApp, failure } from '../test/generation-test-app';
import { TEST_LEASE_MS } from '../test/generation-test-service';

type FindClaim = Extract<SubmissionClaim, { action: 'find' }>;

describe('submissions', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { submitRetryLimit: 2 }, providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  // Failures in one test must not affect the circuit breaker in the next.
  beforeEach(() => app.database.query(`DELETE FROM provider_health`));

  const claimed = async (): Promise<{ id: string; userId: string; lease: number }> => {
    const { id, userId } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    return { id, userId, lease: claim.lease };
  };

  /** The claim of another worker after the lease expired. */
  const claimSearch = async (id: string) => {
    await app.expireLease(id);
    const claim = await app.claimSubmission(id, 'worker-2');
    if (claim.action !== 'find') throw new Error(`Expected to find, got ${claim.action}`);
    return claim;
  };

  const notFound = (requestId: string, claim: FindClaim, isSearchable: boolean): Promise<JobResult> =>
    app.call(generationCalls.recordNotFound, {
      requestId,
      lease: claim.lease,
      claimedAt: claim.claimedAt,
      isSearchable,
      reportedWithinMs: isSearchable ? 3_000 : 120_000,
    });

  /** Milliseconds until the next submission or search; 0 if the dispatcher has already picked the job. */
  const dueInMs = async (id: string): Promise<number> => {
    const { next_attempt_at: nextAttemptAt } = await app.row(id);
    return nextAttemptAt === null ? 0 : (nextAttemptAt as Date).getTime() - Date.now();
  };

  const passReportingWindow = (id: string): Promise<void> => app.set(id, `submit_before = now() - interval '3001 ms'`);

  it('a redelivery waits for the lease, then searches by reference, and never submits [SRV-13]', async () => {
    const { id, lease } = await claimed();
    const early = await app.claimSubmission(id, 'worker-2');
    expect(early).toMatchObject({ action: 'wait' });
    if (early.action === 'wait') {
      expect(early.delayMs).toBeLessThanOrEqual(TEST_LEASE_MS + 1);
      expect(early.delayMs).toBeGreaterThan(TEST_LEASE_MS / 2);
    }
    const claim = await claimSearch(id);
    expect(claim.lease).toBeGreaterThan(lease);
    expect(claim.events).toEqual([]);
    expect(Date.parse(claim.since)).toBeLessThan(Date.now());
    const answer = await app.call(generationCalls.recordSubmission, {
      requestId: id,
      lease: claim.lease,
      externalId: `found-${id}`,
    });
    expect(answer).toEqual({ action: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'running', external_id: `found-${id}`, resubmissions: 0 });
  });

  it('renewing a lease extends it', async () => {
    const { id, lease } = await claimed();
    await app.expireLease(id);
    await app.renewLease({ requestId: id, lease });
    const rows = await app.database.query<unknown[]>(
      `SELECT id FROM requests WHERE id = $1 AND lease_expires_at > now() - interval '30 seconds'`,
      [id],
    );
    expect(rows).toEqual([{ id }]);
  });

  it('every report with an older lease is refused', async () => {
    const { id, lease } = await claimed();
    const search = await claimSearch(id);
    const old = { requestId: id, lease };
    const attempts = [
      app.renewLease(old),
      app.call(generationCalls.recordSubmissionFailure, { ...old, result: 'retry', failure: failure() }),
      notFound(id, { ...search, lease }, true),
      app.reportPoll(old, { kind: 'running', progress: 1 }),
      app.reportPoll(old, { kind: 'failed', failure: failure() }),
      app.reportPoll(old, { kind: 'succeeded' }),
      app.call(generationCalls.settleJob, { ...old, outcome: { kind: 'canceled' } }),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'stale_lease' });
    expect(await app.row(id)).toMatchObject({ state: 'submitting' });
  });

  it('a task reported with an older lease is refused, and the next claim recognizes it', async () => {
    const { id, lease } = await claimed();
    const claim = await claimSearch(id);
    const late = app.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `late-${id}` });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    // The row is no longer in memory, as on a replica that has not claimed the job.
    const later = app.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `later-${id}` });
    await expect(later).rejects.toMatchObject({ code: 'stale_lease' });
    await passReportingWindow(id);
    expect(await notFound(id, claim, true)).toEqual({ action: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'running', external_id: `late-${id}`, resubmissions: 0 });
  });

  it('each claim has a new lease, so that a worker whose submission was refused can report nothing more', async () => {
    const { id, lease } = await claimed();
    const old = { requestId: id, lease };
    await app.call(generationCalls.recordSubmissionFailure, { ...old, result: 'retry', failure: failure() });
    await app.set(id, 'next_attempt_at = now()');
    expect(await app.claimSubmission(id, 'worker-2')).toMatchObject({ action: 'submit' });
    await expect(app.renewLease(old)).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('recording the same task again changes nothing', async () => {
    const { id, lease } = await claimed();
    const record = { requestId: id, lease, externalId: `once-${id}` };
    await app.call(generationCalls.recordSubmission, record);
    expect(await app.call(generationCalls.recordSubmission, record)).toEqual({ action: 'done' });
    expect(await app.timeline(id)).toEqual(['accepted', 'submission claimed', 'submitted']);
    expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
  });

  it('a task of another request is refused', async () => {
    const [one, two] = [await claimed(), await claimed()];
    await app.call(generationCalls.recordSubmission, { requestId: one.id, lease: one.lease, externalId: 'shared' });
    const stolen = app.call(generationCalls.recordSubmission, {
      requestId: two.id,
      lease: two.lease,
      externalId: 'shared',
    });
    await expect(stolen).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a submission that the provider does not know is repeated once, then the job fails [I5]', async () => {
    const { id, userId } = await claimed();
    const first = await claimSearch(id);
    const soon = await notFound(id, first, true);
    expect(soon).toEqual({ action: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'unknown' });
    expect(await dueInMs(id)).toBeLessThanOrEqual(500);
    expect(await app.get({ id, userId })).toMatchObject({ jobStatus: 'pending', sequence: 1 });

    await passReportingWindow(id);
    const second = await claimSearch(id);
    expect(await notFound(id, second, true)).toEqual({ action: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'pending', resubmissions: 1 });
    expect((await app.resolve(InvariantsService).duplicateTasks()).resubmitted).toBeGreaterThan(0);

    expect(await app.claimSubmission(id)).toMatchObject({ action: 'submit' });
    await passReportingWindow(id);
    const third = await claimSearch(id);
    expect(await notFound(id, third, true)).toEqual({ action: 'done' });
    expect(await app.get({ id, userId })).toMatchObject({ status: 'failed', error: { code: 'timed_out' } });
    expect(await app.settled(id)).toHaveLength(1);
  });

  it('a search that began within the reporting window proves nothing, however late its result arrives [I5]', async () => {
    const { id } = await claimed();
    const early = await claimSearch(id);
    await app.set(id, `submit_before = '${early.claimedAt}'::timestamptz - interval '2999 ms'`);
    await notFound(id, early, true);
    expect(await app.row(id)).toMatchObject({ state: 'unknown', resubmissions: 0 });
    const conclusive = await claimSearch(id);
    await notFound(id, conclusive, true);
    expect(await app.row(id)).toMatchObject({ state: 'pending', resubmissions: 1 });
  });

  it('a second task after a resubmission is recorded, counted and returned for cancellation', async () => {
    const { id, lease } = await claimed();
    await passReportingWindow(id);
    const search = await claimSearch(id);
    await notFound(id, search, true);
    const again = await app.claimSubmission(id);
    if (again.action !== 'submit') throw new Error(again.action);
    await app.call(generationCalls.recordSubmission, { requestId: id, lease: again.lease, externalId: `b-${id}` });
    const late = app.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `a-${id}` });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    expect(await app.row(id)).toMatchObject({ external_id: `b-${id}`, state: 'running' });
    expect(await app.claimTracking(id)).toMatchObject({
      action: 'poll',
      externalId: `b-${id}`,
      others: { cancel: [`a-${id}`], events: [] },
    });
    const counts = await app.resolve(InvariantsService).duplicateTasks();
    expect(counts).toMatchObject({ severalLive: 0, unexplained: 0 });
    expect(counts.duplicates).toBeGreaterThan(0);
  });

  it('a refused submission is retried with backoff, and elsewhere while the provider’s Retry-After lasts', async () => {
    const { id, lease } = await claimed();
    const refuse = (held: number, retryAfterMs?: number): Promise<JobResult> =>
      app.call(generationCalls.recordSubmissionFailure, {
        requestId: id,
        lease: held,
        result: 'retry',
        failure: failure(),
        retryAfterMs,
      });
    expect(await refuse(lease, 60_000)).toEqual({ action: 'done' });
    expect(await dueInMs(id)).toBeLessThanOrEqual(1_000);
    const second = await app.claimSubmission(id);
    if (second.action !== 'submit') throw new Error(second.action);
    expect(second.task.provider).toBe('fal');
    expect(await refuse(second.lease)).toEqual({ action: 'done' });
    expect(await dueInMs(id)).toBeLessThanOrEqual(1_000);
    await app.set(id, 'next_attempt_at = now()');
    const third = await app.claimSubmission(id);
    if (third.action !== 'submit') throw new Error(third.action);
    expect(await refuse(third.lease)).toEqual({ action: 'done' });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('quota refusals are retried until the deadline', async () => {
    const { id } = await app.create();
    for (let i = 0; i < 5; i += 1) {
      await app.set(id, 'next_attempt_at = NULL');
      const claim = await app.claimSubmission(id);
      if (claim.action !== 'submit') throw new Error(claim.action);
      const input = { requestId: id, lease: claim.lease, result: 'retry', failure: failure('quota') } as const;
      expect(await app.call(generationCalls.recordSubmissionFailure, input)).toEqual({ action: 'done' });
      expect(await app.row(id)).toMatchObject({ state: 'pending' });
    }
    await app.set(id, `next_attempt_at = NULL, deadline_at = now() - interval '1 second'`);
    expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('a policy refusal returns the credits with one plain text; only operators see the provider’s message [SRV-07]', async () => {
    const { id, userId, lease } = await claimed();
    const input = { requestId: id, lease, result: 'rejected', failure: failure('moderation') } as const;
    expect(await app.call(generationCalls.recordSubmissionFailure, input)).toEqual({ action: 'done' });
    const record = await app.get({ id, userId });
    expect(record).toMatchObject({ status: 'failed', progress: 0, error: { code: 'refused_by_policy' } });
    expect(JSON.stringify(record)).not.toContain('provider message');
    expect(await app.row(id)).toMatchObject({ error_detail: 'provider message', error_code: 'E_TEST' });
    expect(await app.settled(id)).toHaveLength(1);
  });

  it('a queue entry without a row yields no claim', async () => {
    expect(await app.claimSubmission('01a1fd92-0000-7000-8000-000000000000')).toEqual({ action: 'none' });
    expect(await app.claimTracking('not an id')).toEqual({ action: 'none' });
  });

  it('concurrent claims yield one submission', async () => {
    const { id } = await app.create();
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => app.claimSubmission(id, `worker-${i}`)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(1);
    expect(claims.filter(({ action }) => action === 'none')).toEqual([]);
  });
});
