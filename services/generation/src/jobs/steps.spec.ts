import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { GenerationTestApp, failure } from '../test/generation-test-app';

const { recordProgress, startCollecting, recordFirstStep, settleJob, cancelRequest } = generationCalls;
const UPLOAD = 'uploads/grey.jpg';

/** A restoration in colours: one job, one hold, two tasks one after the other. */
describe('G-20: colour restoration in two steps', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ colorModel: 'ddcolor', limits: { reconcileIntervalMs: 200 } });
  });
  afterAll(() => app.close());

  const restore = (colorRestoration = true): Promise<RequestRecord> =>
    app.create({
      type: 'restore',
      prompt: '',
      duration: undefined,
      restore: { quality: 'high', enhancement: 'standard', colorRestoration },
      imageKey: UPLOAD,
      imageHash: 'a'.repeat(64),
    });
  const colored = (id: string) => `outputs/${id}/colored.png`;
  const collectFirst = async (id: string): Promise<number> => {
    const lease = await app.track(id);
    await app.call(startCollecting, { requestId: id, lease });
    return lease;
  };
  /** Through the first step, until the job waits for its second. */
  const finishFirst = async (): Promise<RequestRecord> => {
    const made = await restore();
    await app.submit(made.id, `color-${made.id}`);
    const lease = await collectFirst(made.id);
    const step = await app.call(recordFirstStep, { requestId: made.id, lease, imageKey: colored(made.id) });
    expect(step).toEqual({ action: 'done' });
    return made;
  };

  it('RST-02: is offered where a model is set up, and costs what its quality costs', async () => {
    const { colorRestorationRefusal } = await app.call(generationCalls.listPlans, {});
    expect(colorRestorationRefusal).toBeNull();
    expect((await restore()).credits).toBe((await restore(false)).credits);
  });

  it('colours first, restores what that made, and is one job with one hold and one output', async () => {
    const made = await restore();
    const first = await app.claimSubmission(made.id);
    expect(first).toMatchObject({
      action: 'submit',
      task: { model: 'ddcolor', imageKey: UPLOAD, isIntermediate: true },
    });
    if (first.action !== 'submit') throw new Error('Not submitted');
    await app.call(generationCalls.recordSubmission, {
      requestId: made.id,
      lease: first.lease,
      externalId: 'color-1',
    });
    const lease = await collectFirst(made.id);
    await app.call(recordFirstStep, { requestId: made.id, lease, imageKey: colored(made.id) });
    await app.waitForEntry('submit', made.id);
    const second = await app.claimSubmission(made.id);
    expect(second).toMatchObject({ action: 'submit', task: { model: 'gfpgan', imageKey: colored(made.id) } });
    if (second.action !== 'submit') throw new Error('Not submitted');
    expect(second.task.isIntermediate).toBeUndefined();
    expect(second.task.clientRef).not.toBe(first.task.clientRef);
    expect(second.lease).toBeGreaterThan(lease);
    await app.call(generationCalls.recordSubmission, {
      requestId: made.id,
      lease: second.lease,
      externalId: 'gfp-1',
    });
    await app.succeed(made.id);
    expect(await app.get(made)).toMatchObject({ status: 'completed', model: 'gfpgan', progress: 100 });
    expect([...app.billing.holds.values()].filter(({ holdId }) => holdId === made.id)).toHaveLength(1);
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'succeeded', credits: 8 })]);
    const tasks: unknown[] = await app.database.query(
      `SELECT external_id, status FROM provider_tasks WHERE request_id = $1 ORDER BY external_id`,
      [made.id],
    );
    expect(tasks).toEqual([
      { external_id: 'color-1', status: 'ended' },
      { external_id: 'gfp-1', status: 'ended' },
    ]);
  });

  it('G-43: progress rises through both steps and never falls', async () => {
    const made = await restore();
    const report = async (progress: number): Promise<void> => {
      const lease = await app.track(made.id);
      await app.set(made.id, 'progress_sent_at = NULL');
      await app.call(recordProgress, { requestId: made.id, lease, progress });
    };
    await app.submit(made.id, `color-${made.id}`);
    for (const progress of [10, 60, 100]) await report(progress);
    const lease = await collectFirst(made.id);
    await app.call(recordFirstStep, { requestId: made.id, lease, imageKey: colored(made.id) });
    const claim = await app.claimSubmission(made.id);
    if (claim.action !== 'submit') throw new Error('Not submitted');
    const refused = { requestId: made.id, lease: claim.lease, result: 'retry', failure: failure('quota') } as const;
    await app.call(generationCalls.recordSubmissionFailure, refused);
    await app.set(made.id, 'next_attempt_at = NULL');
    await app.submit(made.id, `gfp-${made.id}`);
    for (const progress of [0, 50, 100]) await report(progress);
    await app.succeed(made.id);
    const shown = (await app.updates(made.id)).map(({ progress }) => progress);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.filter((progress) => progress > 50 && progress < 74).length).toBeGreaterThan(1);
    expect(shown.filter((progress) => progress > 74 && progress < 100).length).toBeGreaterThan(1);
  });

  it.each(['first', 'second'])('a failure of the %s step returns everything, once', async (which) => {
    const made = which === 'first' ? await restore() : await finishFirst();
    await app.submit(made.id, `${which}-${made.id}`);
    const lease = await app.track(made.id);
    const outcome = { kind: 'failed', failure: failure('moderation') } as const;
    await app.call(settleJob, { requestId: made.id, lease, outcome });
    expect(await app.get(made)).toMatchObject({ status: 'failed', outputKey: null });
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 8 })]);
  });

  it('is canceled at once between its steps, and everything returns', async () => {
    const made = await finishFirst();
    await app.call(cancelRequest, { userId: made.userId, requestId: made.id });
    expect(await app.get(made)).toMatchObject({ status: 'failed', canceled: true });
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
    expect(await app.claimSubmission(made.id)).toEqual({ action: 'none' });
  });

  it('ends instead of going on where a cancel was asked for while the first step was brought home', async () => {
    const made = await restore();
    await app.submit(made.id, `color-${made.id}`);
    const lease = await collectFirst(made.id);
    await app.set(made.id, 'cancel_requested = true');
    await app.call(recordFirstStep, { requestId: made.id, lease, imageKey: colored(made.id) });
    expect(await app.get(made)).toMatchObject({ canceled: true });
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
  });

  it('a worker that dies before it told of the first step is followed by one that tells; its own word counts no more', async () => {
    const made = await restore();
    await app.submit(made.id, `color-${made.id}`);
    const dead = await collectFirst(made.id);
    await app.expireLease(made.id);
    const claim = await app.claimTracking(made.id, 'worker-2');
    expect(claim).toMatchObject({ action: 'poll', externalId: `color-${made.id}`, task: { isIntermediate: true } });
    const late = { requestId: made.id, lease: dead, imageKey: colored(made.id) };
    await expect(app.call(recordFirstStep, late)).rejects.toMatchObject({ code: 'stale_lease' });
    if (claim.action !== 'poll') throw new Error('Not followed');
    const told = { requestId: made.id, lease: claim.lease, imageKey: colored(made.id) };
    await app.call(recordFirstStep, told);
    // The answer got lost.
    expect(await app.call(recordFirstStep, told)).toEqual({ action: 'done' });
    expect((await app.timeline(made.id)).filter((what) => what === 'first step done')).toHaveLength(1);
    expect(await app.claimTracking(made.id)).toEqual({ action: 'none' });
  });

  it('a second step whose entry got lost is found again', async () => {
    const made = await finishFirst();
    await app.waitForEntry('submit', made.id);
    await app.removeEntry('submit', made.id);
    await app.waitForEntry('submit', made.id);
  });

  it('a worker that dies while it posts the second step is followed by one that asks for it, by its own reference', async () => {
    const made = await finishFirst();
    const posted = await app.claimSubmission(made.id);
    await app.expireLease(made.id);
    const claim = await app.claimSubmission(made.id, 'worker-2');
    expect(claim).toMatchObject({ action: 'find', task: { model: 'gfpgan', imageKey: colored(made.id) } });
    if (posted.action !== 'submit' || claim.action !== 'find') throw new Error('Not looked for');
    expect(claim.task.clientRef).toBe(posted.task.clientRef);
    // What tells of the first step is believed by nobody any more.
    const first = { requestId: made.id, lease: claim.lease, externalId: `color-${made.id}` };
    await expect(app.call(generationCalls.recordSubmission, first)).rejects.toMatchObject({ code: 'conflict' });
    await app.call(generationCalls.recordSubmission, { ...first, externalId: `gfp-${made.id}` });
    await app.succeed(made.id);
    expect(await app.settled(made.id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
  });

  it('what comes late of a first step is no output', async () => {
    const made = await restore();
    await app.submit(made.id, `color-${made.id}`);
    const lease = await app.track(made.id);
    const outcome = { kind: 'failed', failure: failure('timeout') } as const;
    await app.call(settleJob, { requestId: made.id, lease, outcome });
    expect(await app.row(made.id)).toMatchObject({ state: 'failed', late_results_until: null });
  });
});
