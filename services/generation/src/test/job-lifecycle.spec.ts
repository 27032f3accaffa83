import { billingEvents } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from './generation-test-app';

describe('job lifecycle', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });

  afterAll(() => app.close());

  it('a job runs from acceptance to captured credits and publishes each step [GEN-07, GEN-09]', async () => {
    const created = await app.create();
    expect(created).toMatchObject({
      status: 'processing',
      jobStatus: 'pending',
      progress: 25,
      sequence: 1,
      credits: 18,
      planId: '5s-480p',
      model: 'seedance',
      queuePosition: 1,
      money: { state: 'held', credits: 18 },
    });
    expect(app.billing.holds.get(created.id)).toMatchObject({ userId: created.userId, credits: 18 });
    await app.waitForEntry('submit', created.id, 'waiting');

    const claim = await app.claimSubmission(created.id);
    expect(claim).toMatchObject({ action: 'submit', task: { provider: 'replicate', resolution: '480p', duration: 5 } });
    if (claim.action !== 'submit') return;
    expect(claim.task.webhookUrl).toBe(`http://gateway.test/api/webhooks/providers/replicate/${claim.task.clientRef}`);
    const recorded = await app.call(generationCalls.recordSubmission, {
      requestId: created.id,
      lease: claim.lease,
      externalId: 'task-1',
    });
    expect(recorded).toEqual({ action: 'done', firstPollMs: 2_500 });

    const poll = await app.claimTracking(created.id);
    expect(poll).toMatchObject({ action: 'poll', externalId: 'task-1', cancelRequested: false, isPastDeadline: false });
    if (poll.action !== 'poll') return;
    expect(await app.reportPoll(poll, { kind: 'running', progress: 40 })).toBe(2_000);
    expect(await app.get(created)).toMatchObject({ progress: 69, jobStatus: 'running', queuePosition: null });

    await app.succeed(created.id);
    const done = await app.get(created);
    expect(done).toMatchObject({
      status: 'completed',
      jobStatus: 'succeeded',
      progress: 100,
      outputKey: `outputs/${created.id}.mp4`,
      error: null,
      money: { state: 'captured', credits: 18 },
    });
    const updates = await app.updates(created.id);
    expect(updates.map((update) => update.progress)).toEqual([25, 50, 69, 95, 100]);
    expect(updates.map((update) => update.sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(updates.at(-1)).toEqual(done);
    expect(await app.settled(created.id)).toEqual([
      expect.objectContaining({ outcome: 'succeeded', credits: 18, reason: null }),
    ]);
    expect(await app.timeline(created.id)).toEqual([
      'accepted',
      'submission claimed',
      'submitted',
      'collecting',
      'succeeded',
    ]);
  });

  it('events and reports of newer releases are understood', async () => {
    // Of another plan, because the time of the first poll follows from earlier jobs of a plan.
    const newer = await app.create({ planId: '10s-480p', duration: 10 });
    const queue = app.resolve(Queues).named('events-generation');
    const { name } = billingEvents.holdSettled;
    await app.submit(newer.id);
    await app.succeed(newer.id);
    await app.set(newer.id, `money_state = 'held'`);
    const payload = { holdId: newer.id, userId: newer.userId, state: 'captured', credits: 18, lots: ['l-1'] };
    await queue.add(name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await app.row(newer.id)).toMatchObject({ money_state: 'captured' }));

    const { id } = await app.create();
    await app.dispatch();
    const byNewer = { requestId: id, workerId: 'worker-9', release: '9.0.0' };
    const claim = await app.call(generationCalls.claimSubmission, byNewer);
    if (claim.action !== 'submit') throw new Error(`Expected to submit, got ${claim.action}`);
    const byOlder = { requestId: id, lease: claim.lease, externalId: 'task-9' };
    await app.call(generationCalls.recordSubmission, byOlder);
    expect(await app.claimTracking(id)).toMatchObject({ action: 'poll', externalId: 'task-9' });
  });
});
