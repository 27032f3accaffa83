import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { InvariantsService } from '../invariants/invariants.service';
import { GenerationTestApp, failure, TEST_LEASE_MS } from '../test/generation-test-app';

describe('submitting', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { submitRetryLimit: 2 }, providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  // What one test's failures say of the provider is none of the next one's business.
  beforeEach(() => app.database.query(`DELETE FROM provider_health`));

  const claimed = async (): Promise<{ id: string; userId: string; lease: number }> => {
    const { id, userId } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    return { id, userId, lease: claim.lease };
  };

  /** The claim of another worker, once the lease ran out. */
  const found = async (id: string) => {
    await app.expireLease(id);
    const claim = await app.claimSubmission(id, 'worker-2');
    if (claim.action !== 'find') throw new Error(`Expected to find, was told to ${claim.action}`);
    return claim;
  };

  const notFound = (requestId: string, lease: number, isSearchable: boolean): Promise<JobResult> =>
    app.call(generationCalls.recordNotFound, {
      requestId,
      lease,
      isSearchable,
      reportedWithinMs: isSearchable ? 3_000 : 120_000,
    });

  const pastSettleTime = (id: string): Promise<void> => app.set(id, `submit_before = now() - interval '3001 ms'`);

  it('SRV-13: a redelivery waits for the lease, then asks for the reference, and never posts', async () => {
    const { id, lease } = await claimed();
    const early = await app.claimSubmission(id, 'worker-2');
    expect(early).toMatchObject({ action: 'wait' });
    if (early.action === 'wait') {
      expect(early.delayMs).toBeLessThanOrEqual(TEST_LEASE_MS + 1);
      expect(early.delayMs).toBeGreaterThan(TEST_LEASE_MS / 2);
    }
    const claim = await found(id);
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

  it('a lease that is renewed runs out later', async () => {
    const { id, lease } = await claimed();
    await app.expireLease(id);
    await app.call(generationCalls.renewLease, { requestId: id, lease });
    const rows = await app.database.query<unknown[]>(
      `SELECT id FROM requests WHERE id = $1 AND lease_expires_at > now() - interval '30 seconds'`,
      [id],
    );
    expect(rows).toEqual([{ id }]);
  });

  it('every effect of an older lease is refused', async () => {
    const { id, lease } = await claimed();
    await found(id);
    const old = { requestId: id, lease };
    const attempts = [
      app.call(generationCalls.renewLease, old),
      app.call(generationCalls.recordSubmissionFailure, { ...old, result: 'retry', failure: failure() }),
      notFound(id, lease, true),
      app.call(generationCalls.recordProgress, { ...old, progress: 1 }),
      app.call(generationCalls.recordPollFailure, { ...old, failure: failure() }),
      app.call(generationCalls.startCollecting, old),
      app.call(generationCalls.settleJob, { ...old, outcome: { kind: 'canceled' } }),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'stale_lease' });
    expect(await app.row(id)).toMatchObject({ state: 'submitting' });
  });

  it('a task recorded by an older lease is refused but recognised by the next claim', async () => {
    const { id, lease } = await claimed();
    const claim = await found(id);
    const late = app.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `late-${id}` });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    await pastSettleTime(id);
    expect(await notFound(id, claim.lease, true)).toEqual({ action: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'running', external_id: `late-${id}`, resubmissions: 0 });
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

  it('I5: what surely was not posted is submitted once more, and then fails', async () => {
    const { id, userId } = await claimed();
    const first = await found(id);
    const soon = await notFound(id, first.lease, true);
    expect(soon).toMatchObject({ action: 'reschedule' });
    expect(await app.row(id)).toMatchObject({ state: 'unknown' });
    expect(await app.get({ id, userId })).toMatchObject({ jobStatus: 'pending', sequence: 1 });

    await pastSettleTime(id);
    const second = await found(id);
    expect(await notFound(id, second.lease, true)).toEqual({ action: 'reschedule', delayMs: 0 });
    expect(await app.row(id)).toMatchObject({ state: 'pending', resubmissions: 1 });
    expect((await app.resolve(InvariantsService).duplicateTasks()).resubmitted).toBeGreaterThan(0);

    expect(await app.claimSubmission(id)).toMatchObject({ action: 'submit' });
    await pastSettleTime(id);
    const third = await found(id);
    expect(await notFound(id, third.lease, true)).toEqual({ action: 'done' });
    expect(await app.get({ id, userId })).toMatchObject({ status: 'failed', error: { code: 'timed_out' } });
    expect(await app.settled(id)).toHaveLength(1);
  });

  it('a second task after a resubmission is remembered, counted and handed out to be cancelled', async () => {
    const { id, lease } = await claimed();
    await pastSettleTime(id);
    const search = await found(id);
    await notFound(id, search.lease, true);
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

  it('a provider that cannot be asked is waited for until its webhook is overdue', async () => {
    const { id, lease } = await claimed();
    const next = await app.call(generationCalls.recordSubmissionFailure, {
      requestId: id,
      lease,
      result: 'unknown',
      failure: failure('timeout'),
    });
    expect(next).toMatchObject({ action: 'reschedule' });
    const first = await found(id);
    await pastSettleTime(id);
    expect(await notFound(id, first.lease, false)).toEqual({ action: 'reschedule', delayMs: 15_000 });
    expect(await app.row(id)).toMatchObject({ state: 'unknown' });
    const second = await found(id);
    await app.set(id, `submit_before = now() - interval '121 seconds'`);
    expect(await notFound(id, second.lease, false)).toEqual({ action: 'reschedule', delayMs: 0 });
    expect(await app.row(id)).toMatchObject({ state: 'pending', resubmissions: 1 });
  });

  it('a refusal is tried again after a growing pause, as late as the provider asks', async () => {
    const { id, lease } = await claimed();
    const refuse = (held: number, retryAfterMs?: number): Promise<JobResult> =>
      app.call(generationCalls.recordSubmissionFailure, {
        requestId: id,
        lease: held,
        result: 'retry',
        failure: failure(),
        retryAfterMs,
      });
    expect(await refuse(lease, 60_000)).toEqual({ action: 'reschedule', delayMs: 60_000 });
    const early = await app.claimSubmission(id);
    expect(early).toMatchObject({ action: 'wait' });
    if (early.action === 'wait') expect(early.delayMs).toBeGreaterThan(5_000);
    // The provider asked every job to wait, not only this one.
    await app.database.query(`UPDATE provider_health SET paused_until = NULL`);
    await app.set(id, 'next_attempt_at = now()');
    const second = await app.claimSubmission(id);
    if (second.action !== 'submit') throw new Error(second.action);
    expect(await refuse(second.lease)).toEqual({ action: 'reschedule', delayMs: 1_000 });
    await app.set(id, 'next_attempt_at = now()');
    const third = await app.claimSubmission(id);
    if (third.action !== 'submit') throw new Error(third.action);
    expect(await refuse(third.lease)).toEqual({ action: 'done' });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('a full provider is no failing one: only the deadline ends that', async () => {
    const { id } = await app.create();
    for (let i = 0; i < 5; i += 1) {
      await app.set(id, 'next_attempt_at = NULL');
      const claim = await app.claimSubmission(id);
      if (claim.action !== 'submit') throw new Error(claim.action);
      const input = { requestId: id, lease: claim.lease, result: 'retry', failure: failure('quota') } as const;
      expect(await app.call(generationCalls.recordSubmissionFailure, input)).toMatchObject({ action: 'reschedule' });
    }
    await app.set(id, `next_attempt_at = NULL, deadline_at = now() - interval '1 second'`);
    expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('SRV-07: a refusal by policy is returned at once with one plain text; the words stay with operators', async () => {
    const { id, userId, lease } = await claimed();
    const input = { requestId: id, lease, result: 'rejected', failure: failure('moderation') } as const;
    expect(await app.call(generationCalls.recordSubmissionFailure, input)).toEqual({ action: 'done' });
    const record = await app.get({ id, userId });
    expect(record).toMatchObject({ status: 'failed', progress: 0, error: { code: 'refused_by_policy' } });
    expect(JSON.stringify(record)).not.toContain('words of the provider');
    expect(await app.row(id)).toMatchObject({ error_detail: 'the words of the provider', error_code: 'E_TEST' });
    expect(await app.settled(id)).toHaveLength(1);
  });

  it('an entry without a row leads to nothing', async () => {
    expect(await app.claimSubmission('01a1fd92-0000-7000-8000-000000000000')).toEqual({ action: 'none' });
    expect(await app.claimTracking('not an id')).toEqual({ action: 'none' });
  });

  it('two workers that claim at once get one submission', async () => {
    const { id } = await app.create();
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => app.claimSubmission(id, `worker-${i}`)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(1);
    expect(claims.filter(({ action }) => action === 'none')).toEqual([]);
  });
});
