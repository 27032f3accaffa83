import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp, failure } from '../test/generation-test-app';

describe('canceling', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  const cancel = ({ id, userId }: RequestRecord): Promise<RequestRecord> =>
    app.call(generationCalls.cancelRequest, { requestId: id, userId });

  it('G-44: what waits is canceled and returned at once, and repeating that is no error', async () => {
    const made = await app.create();
    const canceled = await cancel(made);
    expect(canceled).toMatchObject({ status: 'failed', canceled: true, jobStatus: 'canceled', error: null });
    expect(await cancel(made)).toEqual(canceled);
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'canceled', reason: 'Canceled' })]);
    expect(await app.claimSubmission(made.id)).toEqual({ action: 'none' });
  });

  it('G-44: what runs is asked back, its tracker woken, and ends as the provider says', async () => {
    const made = await app.create();
    await app.submit(made.id);
    await app.waitForEntry('track', made.id, 'delayed');
    expect(await cancel(made)).toMatchObject({ status: 'processing', canceled: false });
    await app.waitForEntry('track', made.id, 'waiting');
    const claim = await app.claimTracking(made.id);
    expect(claim).toMatchObject({ action: 'poll', cancelRequested: true });
    if (claim.action !== 'poll') return;
    await app.call(generationCalls.settleJob, {
      requestId: made.id,
      lease: claim.lease,
      outcome: { kind: 'canceled' },
    });
    expect(await app.get(made)).toMatchObject({ canceled: true, status: 'failed', error: null });
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
  });

  it('G-44: a video that was finished first is delivered and paid', async () => {
    const made = await app.create();
    await app.submit(made.id);
    await cancel(made);
    await app.succeed(made.id);
    expect(await app.get(made)).toMatchObject({ status: 'completed', canceled: false });
    await expect(cancel(made)).rejects.toMatchObject({ code: 'cancel_not_possible', status: 409 });
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
  });

  it('while it is submitted, a post that surely failed ends it; one that worked is asked back', async () => {
    const [refused, taken] = [await app.create(), await app.create()];
    const claims = [await app.claimSubmission(refused.id), await app.claimSubmission(taken.id)];
    await cancel(refused);
    await cancel(taken);
    const [one, two] = claims;
    if (one?.action !== 'submit' || two?.action !== 'submit') throw new Error('not claimed');
    await app.call(generationCalls.recordSubmissionFailure, {
      requestId: refused.id,
      lease: one.lease,
      result: 'retry',
      failure: failure(),
    });
    expect(await app.get(refused)).toMatchObject({ canceled: true });
    await app.call(generationCalls.recordSubmission, { requestId: taken.id, lease: two.lease, externalId: 'taken' });
    await app.waitForEntry('track', taken.id, 'waiting');
    expect(await app.claimTracking(taken.id)).toMatchObject({ action: 'poll', cancelRequested: true });
  });

  it('SRV-02: somebody else’s request does not exist', async () => {
    const made = await app.create();
    await expect(cancel({ ...made, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.get({ id: made.id, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.get({ id: 'x', userId: made.userId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('canceling against completing, many times at once, has exactly one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await app.create();
      await Promise.allSettled([cancel(made), app.submit(made.id).then(() => app.succeed(made.id)), cancel(made)]);
      const settled = await app.settled(made.id);
      const { state } = await app.row(made.id);
      if (state === 'succeeded' || state === 'canceled') expect(settled.map(({ outcome }) => outcome)).toEqual([state]);
      else expect(settled).toEqual([]);
    }
  });
});
