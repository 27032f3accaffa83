import { generationCalls, type NextStep } from '@luit/contracts/generation';
import { InvariantsService } from '../invariants/invariants.service';
import { Bench, failure, TEST_LEASE_MS } from '../test/bench';

describe('submitting', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await Bench.start({ limits: { submitRetryLimit: 2 }, providerConcurrency: 1_000 });
  });

  afterAll(() => bench.close());

  // What one test's failures say of the provider is none of the next one's business.
  beforeEach(() => bench.database.query(`DELETE FROM provider_health`));

  const claimed = async (): Promise<{ id: string; userId: string; lease: number }> => {
    const { id, userId } = await bench.create();
    const claim = await bench.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    return { id, userId, lease: claim.lease };
  };

  /** The claim of another worker, once the lease ran out. */
  const found = async (id: string) => {
    await bench.endLease(id);
    const claim = await bench.claimSubmission(id, 'worker-2');
    if (claim.action !== 'find') throw new Error(`Expected to find, was told to ${claim.action}`);
    return claim;
  };

  const notFound = (requestId: string, lease: number, canBeAsked: boolean): Promise<NextStep> =>
    bench.call(generationCalls.recordNotFound, {
      requestId,
      lease,
      canBeAsked,
      toldWithinMs: canBeAsked ? 3_000 : 120_000,
    });

  const pastSettleTime = (id: string): Promise<void> => bench.set(id, `submit_before = now() - interval '3001 ms'`);

  it('SRV-13: a redelivery waits for the lease, then asks for the reference, and never posts', async () => {
    const { id, lease } = await claimed();
    const early = await bench.claimSubmission(id, 'worker-2');
    expect(early).toMatchObject({ action: 'wait' });
    if (early.action === 'wait') {
      expect(early.delayMs).toBeLessThanOrEqual(TEST_LEASE_MS + 1);
      expect(early.delayMs).toBeGreaterThan(TEST_LEASE_MS / 2);
    }
    const claim = await found(id);
    expect(claim.lease).toBeGreaterThan(lease);
    expect(claim.events).toEqual([]);
    expect(Date.parse(claim.since)).toBeLessThan(Date.now());
    const answer = await bench.call(generationCalls.recordSubmission, {
      requestId: id,
      lease: claim.lease,
      externalId: `found-${id}`,
    });
    expect(answer).toEqual({ action: 'done' });
    expect(await bench.row(id)).toMatchObject({ state: 'running', external_id: `found-${id}`, resubmissions: 0 });
  });

  it('a lease that is renewed runs out later', async () => {
    const { id, lease } = await claimed();
    await bench.endLease(id);
    await bench.call(generationCalls.renewLease, { requestId: id, lease });
    const rows = await bench.database.query<unknown[]>(
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
      bench.call(generationCalls.renewLease, old),
      bench.call(generationCalls.recordSubmissionFailure, { ...old, result: 'retry', failure: failure() }),
      notFound(id, lease, true),
      bench.call(generationCalls.recordProgress, { ...old, progress: 1 }),
      bench.call(generationCalls.recordPollFailure, { ...old, failure: failure() }),
      bench.call(generationCalls.startCollecting, old),
      bench.call(generationCalls.settleJob, { ...old, outcome: { kind: 'canceled' } }),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'stale_lease' });
    expect(await bench.row(id)).toMatchObject({ state: 'submitting' });
  });

  it('a task recorded by an older lease is refused but recognised by the next claim', async () => {
    const { id, lease } = await claimed();
    const claim = await found(id);
    const late = bench.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `late-${id}` });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    await pastSettleTime(id);
    expect(await notFound(id, claim.lease, true)).toEqual({ action: 'done' });
    expect(await bench.row(id)).toMatchObject({ state: 'running', external_id: `late-${id}`, resubmissions: 0 });
  });

  it('recording the same task again changes nothing', async () => {
    const { id, lease } = await claimed();
    const record = { requestId: id, lease, externalId: `once-${id}` };
    await bench.call(generationCalls.recordSubmission, record);
    expect(await bench.call(generationCalls.recordSubmission, record)).toEqual({ action: 'done' });
    expect(await bench.timeline(id)).toEqual(['accepted', 'submission claimed', 'submitted']);
    expect(await bench.claimSubmission(id)).toEqual({ action: 'none' });
  });

  it('a task of another request is refused', async () => {
    const [one, two] = [await claimed(), await claimed()];
    await bench.call(generationCalls.recordSubmission, { requestId: one.id, lease: one.lease, externalId: 'shared' });
    const stolen = bench.call(generationCalls.recordSubmission, {
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
    expect(soon).toMatchObject({ action: 'again' });
    expect(await bench.row(id)).toMatchObject({ state: 'unknown' });
    expect(await bench.get({ id, userId })).toMatchObject({ jobStatus: 'pending', sequence: 1 });

    await pastSettleTime(id);
    const second = await found(id);
    expect(await notFound(id, second.lease, true)).toEqual({ action: 'again', delayMs: 0 });
    expect(await bench.row(id)).toMatchObject({ state: 'pending', resubmissions: 1 });
    expect((await bench.part(InvariantsService).duplicateTasks()).resubmitted).toBeGreaterThan(0);

    expect(await bench.claimSubmission(id)).toMatchObject({ action: 'submit' });
    await pastSettleTime(id);
    const third = await found(id);
    expect(await notFound(id, third.lease, true)).toEqual({ action: 'done' });
    expect(await bench.get({ id, userId })).toMatchObject({ status: 'failed', error: { code: 'timed_out' } });
    expect(await bench.settled(id)).toHaveLength(1);
  });

  it('a second task after a resubmission is remembered, counted and handed out to be cancelled', async () => {
    const { id, lease } = await claimed();
    await pastSettleTime(id);
    const search = await found(id);
    await notFound(id, search.lease, true);
    const again = await bench.claimSubmission(id);
    if (again.action !== 'submit') throw new Error(again.action);
    await bench.call(generationCalls.recordSubmission, { requestId: id, lease: again.lease, externalId: `b-${id}` });
    const late = bench.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `a-${id}` });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    expect(await bench.row(id)).toMatchObject({ external_id: `b-${id}`, state: 'running' });
    expect(await bench.claimTracking(id)).toMatchObject({
      action: 'poll',
      externalId: `b-${id}`,
      others: { cancel: [`a-${id}`], events: [] },
    });
    const counts = await bench.part(InvariantsService).duplicateTasks();
    expect(counts).toMatchObject({ severalLive: 0, unexplained: 0 });
    expect(counts.duplicates).toBeGreaterThan(0);
  });

  it('a provider that cannot be asked is waited for until its webhook is overdue', async () => {
    const { id, lease } = await claimed();
    const next = await bench.call(generationCalls.recordSubmissionFailure, {
      requestId: id,
      lease,
      result: 'unknown',
      failure: failure('timeout'),
    });
    expect(next).toMatchObject({ action: 'again' });
    const first = await found(id);
    await pastSettleTime(id);
    expect(await notFound(id, first.lease, false)).toEqual({ action: 'again', delayMs: 15_000 });
    expect(await bench.row(id)).toMatchObject({ state: 'unknown' });
    const second = await found(id);
    await bench.set(id, `submit_before = now() - interval '121 seconds'`);
    expect(await notFound(id, second.lease, false)).toEqual({ action: 'again', delayMs: 0 });
    expect(await bench.row(id)).toMatchObject({ state: 'pending', resubmissions: 1 });
  });

  it('a refusal is tried again after a growing pause, as late as the provider asks', async () => {
    const { id, lease } = await claimed();
    const refuse = (held: number, retryAfterMs?: number): Promise<NextStep> =>
      bench.call(generationCalls.recordSubmissionFailure, {
        requestId: id,
        lease: held,
        result: 'retry',
        failure: failure(),
        retryAfterMs,
      });
    expect(await refuse(lease, 60_000)).toEqual({ action: 'again', delayMs: 60_000 });
    const early = await bench.claimSubmission(id);
    expect(early).toMatchObject({ action: 'wait' });
    if (early.action === 'wait') expect(early.delayMs).toBeGreaterThan(5_000);
    // The provider asked every job to wait, not only this one.
    await bench.database.query(`UPDATE provider_health SET paused_until = NULL`);
    await bench.set(id, 'not_before = now()');
    const second = await bench.claimSubmission(id);
    if (second.action !== 'submit') throw new Error(second.action);
    expect(await refuse(second.lease)).toEqual({ action: 'again', delayMs: 1_000 });
    await bench.set(id, 'not_before = now()');
    const third = await bench.claimSubmission(id);
    if (third.action !== 'submit') throw new Error(third.action);
    expect(await refuse(third.lease)).toEqual({ action: 'done' });
    expect(await bench.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('a full provider is no failing one: only the deadline ends that', async () => {
    const { id } = await bench.create();
    for (let i = 0; i < 5; i += 1) {
      await bench.set(id, 'not_before = NULL');
      const claim = await bench.claimSubmission(id);
      if (claim.action !== 'submit') throw new Error(claim.action);
      const input = { requestId: id, lease: claim.lease, result: 'retry', failure: failure('quota') } as const;
      expect(await bench.call(generationCalls.recordSubmissionFailure, input)).toMatchObject({ action: 'again' });
    }
    await bench.set(id, `not_before = NULL, deadline_at = now() - interval '1 second'`);
    expect(await bench.claimSubmission(id)).toEqual({ action: 'none' });
    expect(await bench.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('SRV-07: a refusal by policy is returned at once with one plain text; the words stay with operators', async () => {
    const { id, userId, lease } = await claimed();
    const input = { requestId: id, lease, result: 'rejected', failure: failure('moderation') } as const;
    expect(await bench.call(generationCalls.recordSubmissionFailure, input)).toEqual({ action: 'done' });
    const record = await bench.get({ id, userId });
    expect(record).toMatchObject({ status: 'failed', progress: 0, error: { code: 'refused_by_policy' } });
    expect(JSON.stringify(record)).not.toContain('words of the provider');
    expect(await bench.row(id)).toMatchObject({ error_detail: 'the words of the provider', error_code: 'E_TEST' });
    expect(await bench.settled(id)).toHaveLength(1);
  });

  it('an entry without a row leads to nothing', async () => {
    expect(await bench.claimSubmission('01a1fd92-0000-7000-8000-000000000000')).toEqual({ action: 'none' });
    expect(await bench.claimTracking('not an id')).toEqual({ action: 'none' });
  });

  it('two workers that claim at once get one submission', async () => {
    const { id } = await bench.create();
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => bench.claimSubmission(id, `worker-${i}`)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(1);
    expect(claims.filter(({ action }) => action === 'none')).toEqual([]);
  });
});
