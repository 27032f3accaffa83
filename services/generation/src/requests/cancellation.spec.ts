import { generationCalls, type RequestRecord } from '@luit/contracts/generation';
import { uuidv7 } from 'uuidv7';
import { Bench, failure } from '../test/bench';

describe('canceling', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await Bench.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => bench.close());

  const cancel = ({ id, userId }: RequestRecord): Promise<RequestRecord> =>
    bench.call(generationCalls.cancelRequest, { requestId: id, userId });

  it('G-44: what waits is canceled and returned at once, and repeating that is no error', async () => {
    const made = await bench.create();
    const canceled = await cancel(made);
    expect(canceled).toMatchObject({ status: 'failed', canceled: true, jobStatus: 'canceled', error: null });
    expect(await cancel(made)).toEqual(canceled);
    expect(await bench.settled(made.id)).toEqual([
      expect.objectContaining({ outcome: 'canceled', reason: 'Canceled' }),
    ]);
    expect(await bench.claimSubmission(made.id)).toEqual({ action: 'none' });
  });

  it('G-44: what runs is asked back, its tracker woken, and ends as the provider says', async () => {
    const made = await bench.create();
    await bench.submit(made.id);
    await bench.waitForEntry('track', made.id, 'delayed');
    expect(await cancel(made)).toMatchObject({ status: 'processing', canceled: false });
    await bench.waitForEntry('track', made.id, 'waiting');
    const claim = await bench.claimTracking(made.id);
    expect(claim).toMatchObject({ action: 'poll', cancelRequested: true });
    if (claim.action !== 'poll') return;
    await bench.call(generationCalls.settleJob, {
      requestId: made.id,
      lease: claim.lease,
      outcome: { kind: 'canceled' },
    });
    expect(await bench.get(made)).toMatchObject({ canceled: true, status: 'failed', error: null });
    expect(await bench.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
  });

  it('G-44: a video that was finished first is delivered and paid', async () => {
    const made = await bench.create();
    await bench.submit(made.id);
    await cancel(made);
    await bench.succeed(made.id);
    expect(await bench.get(made)).toMatchObject({ status: 'completed', canceled: false });
    await expect(cancel(made)).rejects.toMatchObject({ code: 'cancel_not_possible', status: 409 });
    expect(await bench.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
  });

  it('while it is submitted, a post that surely failed ends it; one that worked is asked back', async () => {
    const [refused, taken] = [await bench.create(), await bench.create()];
    const claims = [await bench.claimSubmission(refused.id), await bench.claimSubmission(taken.id)];
    await cancel(refused);
    await cancel(taken);
    const [one, two] = claims;
    if (one?.action !== 'submit' || two?.action !== 'submit') throw new Error('not claimed');
    await bench.call(generationCalls.recordSubmissionFailure, {
      requestId: refused.id,
      lease: one.lease,
      result: 'retry',
      failure: failure(),
    });
    expect(await bench.get(refused)).toMatchObject({ canceled: true });
    await bench.call(generationCalls.recordSubmission, { requestId: taken.id, lease: two.lease, externalId: 'taken' });
    await bench.waitForEntry('track', taken.id, 'waiting');
    expect(await bench.claimTracking(taken.id)).toMatchObject({ action: 'poll', cancelRequested: true });
  });

  it('SRV-02: somebody else’s request does not exist', async () => {
    const made = await bench.create();
    await expect(cancel({ ...made, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(bench.get({ id: made.id, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(bench.get({ id: 'x', userId: made.userId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('canceling against completing, many times at once, has exactly one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await bench.create();
      await Promise.allSettled([cancel(made), bench.submit(made.id).then(() => bench.succeed(made.id)), cancel(made)]);
      const settled = await bench.settled(made.id);
      const { state } = await bench.row(made.id);
      if (state === 'succeeded' || state === 'canceled') expect(settled.map(({ outcome }) => outcome)).toEqual([state]);
      else expect(settled).toEqual([]);
    }
  });
});
