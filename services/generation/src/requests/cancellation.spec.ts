import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('cancellation', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  const cancel = ({ id, userId }: RequestRecord): Promise<RequestRecord> =>
    app.call(generationCalls.cancelRequest, { requestId: id, userId });

  it('a queued job is canceled and its credits returned immediately, and the call is idempotent [G-44]', async () => {
    const created = await app.create();
    const canceled = await cancel(created);
    expect(canceled).toMatchObject({ status: 'failed', canceled: true, jobStatus: 'canceled', error: null });
    expect(await cancel(created)).toEqual(canceled);
    expect(await app.settled(created.id)).toEqual([
      expect.objectContaining({ outcome: 'canceled', reason: 'Canceled' }),
    ]);
    expect(await app.claimSubmission(created.id)).toEqual({ action: 'none' });
  });

  it('a cancel of a running job makes its next poll due, and the provider decides the outcome [G-44]', async () => {
    const created = await app.create();
    await app.submit(created.id);
    expect(await app.pollDueInMs(created.id)).toBeGreaterThan(0);
    await app.takeWakeUp();
    expect(await cancel(created)).toMatchObject({ status: 'processing', canceled: false });
    expect(await app.pollDueInMs(created.id)).toBeLessThanOrEqual(0);
    await eventually(async () => expect(await app.takeWakeUp()).toBe(0));
    const claim = await app.claimTracking(created.id);
    expect(claim).toMatchObject({ action: 'poll', cancelRequested: true });
    if (claim.action !== 'poll') return;
    await app.call(generationCalls.settleJob, {
      requestId: created.id,
      lease: claim.lease,
      outcome: { kind: 'canceled' },
    });
    expect(await app.get(created)).toMatchObject({ canceled: true, status: 'failed', error: null });
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
  });

  it('a video that finished before the cancel is delivered and paid [G-44]', async () => {
    const created = await app.create();
    await app.submit(created.id);
    await cancel(created);
    await app.succeed(created.id);
    expect(await app.get(created)).toMatchObject({ status: 'completed', canceled: false });
    await expect(cancel(created)).rejects.toMatchObject({ code: 'cancel_not_possible', status: 409 });
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
  });

  it('during a submission, a failed submit cancels the job and a successful one requests a cancel', async () => {
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
    expect(await app.pollDueInMs(taken.id)).toBeLessThanOrEqual(0);
    expect(await app.claimTracking(taken.id)).toMatchObject({ action: 'poll', cancelRequested: true });
  });

  it('another user’s request is not found [SRV-02]', async () => {
    const created = await app.create();
    await expect(cancel({ ...created, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.get({ id: created.id, userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.get({ id: 'x', userId: created.userId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a cancel concurrent with completion has exactly one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const created = await app.create();
      await Promise.allSettled([
        cancel(created),
        app.submit(created.id).then(() => app.succeed(created.id)),
        cancel(created),
      ]);
      const settled = await app.settled(created.id);
      const { state } = await app.row(created.id);
      if (state === 'succeeded' || state === 'canceled') expect(settled.map(({ outcome }) => outcome)).toEqual([state]);
      else expect(settled).toEqual([]);
    }
  });
});
