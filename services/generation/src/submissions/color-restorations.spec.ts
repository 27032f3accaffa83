import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { MarginAggregator } from '../provider-costs/margin-aggregator';
import { GenerationTestApp, failure } from '../test/generation-test-app';

const { recordFirstStep, settleJob, cancelRequest } = generationCalls;
const UPLOAD = 'uploads/gray.jpg';

/** Color restoration: one job and one hold, with two consecutive tasks. */
describe('color restoration in two steps [G-20]', () => {
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
    await app.reportPoll({ requestId: id, lease }, { kind: 'succeeded' });
    return lease;
  };
  /** Completes the first step; the job then waits for the second. */
  const finishFirst = async (): Promise<RequestRecord> => {
    const created = await restore();
    await app.submit(created.id, `color-${created.id}`);
    const lease = await collectFirst(created.id);
    const step = await app.call(recordFirstStep, { requestId: created.id, lease, imageKey: colored(created.id) });
    expect(step).toEqual({ action: 'done' });
    return created;
  };

  it('color restoration is offered if a model is configured, at the price of the quality [RST-02]', async () => {
    const { colorRestorationRefusal } = await app.call(generationCalls.listPlans, {});
    expect(colorRestorationRefusal).toBeNull();
    expect((await restore()).credits).toBe((await restore(false)).credits);
  });

  it('the job colorizes first and then restores the result, with one hold and one output', async () => {
    const created = await restore();
    const first = await app.claimSubmission(created.id);
    expect(first).toMatchObject({
      action: 'submit',
      task: { model: 'ddcolor', imageKey: UPLOAD, isIntermediate: true },
    });
    if (first.action !== 'submit') throw new Error('Not submitted');
    await app.call(generationCalls.recordSubmission, {
      requestId: created.id,
      lease: first.lease,
      externalId: 'color-1',
    });
    const lease = await collectFirst(created.id);
    await app.call(recordFirstStep, { requestId: created.id, lease, imageKey: colored(created.id) });
    await app.waitForEntry('submit', created.id);
    const second = await app.claimSubmission(created.id);
    expect(second).toMatchObject({ action: 'submit', task: { model: 'gfpgan', imageKey: colored(created.id) } });
    if (second.action !== 'submit') throw new Error('Not submitted');
    expect(second.task.isIntermediate).toBeUndefined();
    expect(second.task.clientRef).not.toBe(first.task.clientRef);
    expect(second.lease).toBeGreaterThan(lease);
    await app.call(generationCalls.recordSubmission, {
      requestId: created.id,
      lease: second.lease,
      externalId: 'gfp-1',
    });
    await app.succeed(created.id);
    expect(await app.get(created)).toMatchObject({ status: 'completed', model: 'gfpgan', progress: 100 });
    expect([...app.billing.holds.values()].filter(({ holdId }) => holdId === created.id)).toHaveLength(1);
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'succeeded', credits: 8 })]);
    const tasks: unknown[] = await app.database.query(
      `SELECT external_id, status FROM provider_tasks WHERE request_id = $1 ORDER BY external_id`,
      [created.id],
    );
    expect(tasks).toEqual([
      { external_id: 'color-1', status: 'ended' },
      { external_id: 'gfp-1', status: 'ended' },
    ]);
  });

  it('each step costs its seconds at the server that made it, at the rate of that time', async () => {
    const setRate = (micros: number | null) =>
      app.database.query(
        `UPDATE provider_instances SET gpu_currency = CASE WHEN $1::bigint IS NOT NULL THEN 'INR' END, gpu_micros_per_second = $1 WHERE id = 'replicate'`,
        [micros],
      );
    try {
      await setRate(1_000);
      const { id } = await restore();
      app.billing.revenues[id] = { credits: 8, micros: 7_920_000 };
      await app.submit(id, `color-${id}`);
      await app.set(id, `submitted_at = submitted_at - interval '100 seconds'`);
      const lease = await collectFirst(id);
      await app.call(recordFirstStep, { requestId: id, lease, imageKey: colored(id) });
      await setRate(3_000);
      await app.submit(id, `gfp-${id}`);
      await app.succeed(id);
      await app.set(id, `submitted_at = collecting_at - interval '4 seconds'`);
      const cost = await eventually(async () => {
        await app.resolve(JobMetricsAggregator).aggregate();
        await app.resolve(MarginAggregator).aggregate();
        const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format();
        const { rows } = await app.call(generationCalls.getMargin, { from: today, to: today, by: 'model' });
        const photos = rows.find(({ key }) => key === 'gfpgan');
        // The photo of the test before may have been counted, with an unknown cost.
        expect(photos?.costMicros).toBeGreaterThan(0);
        return photos!.costMicros;
      });
      const { color_provider: provider, color_gpu_micros: first } = await app.row(id);
      expect(provider).toBe('replicate');
      expect(Number(first)).toBeGreaterThanOrEqual(100_000);
      expect(cost).toBe(Number(first) + 12_000);
      const { models } = await app.call(operationsCalls.listAllModels, {});
      expect(models.find(({ id: model }) => model === 'gfpgan')!.lastDay.costMicros).toBe(cost);
    } finally {
      await setRate(null);
    }
  });

  it('progress rises through both steps and never falls [G-43]', async () => {
    const created = await restore();
    const report = async (progress: number): Promise<void> => {
      const lease = await app.track(created.id);
      await app.set(created.id, 'progress_sent_at = NULL');
      await app.reportPoll({ requestId: created.id, lease }, { kind: 'running', progress });
    };
    await app.submit(created.id, `color-${created.id}`);
    for (const progress of [10, 60, 100]) await report(progress);
    const lease = await collectFirst(created.id);
    await app.call(recordFirstStep, { requestId: created.id, lease, imageKey: colored(created.id) });
    const claim = await app.claimSubmission(created.id);
    if (claim.action !== 'submit') throw new Error('Not submitted');
    const refused = { requestId: created.id, lease: claim.lease, result: 'retry', failure: failure('quota') } as const;
    await app.call(generationCalls.recordSubmissionFailure, refused);
    await app.set(created.id, 'next_attempt_at = NULL');
    await app.submit(created.id, `gfp-${created.id}`);
    for (const progress of [0, 50, 100]) await report(progress);
    await app.succeed(created.id);
    const published = (await app.updates(created.id)).map(({ progress }) => progress);
    expect(published).toEqual([...published].sort((a, b) => a - b));
    expect(published.filter((progress) => progress > 50 && progress < 74).length).toBeGreaterThan(1);
    expect(published.filter((progress) => progress > 74 && progress < 100).length).toBeGreaterThan(1);
  });

  it.each(['first', 'second'])('a failure of the %s step returns all credits once', async (which) => {
    const created = which === 'first' ? await restore() : await finishFirst();
    await app.submit(created.id, `${which}-${created.id}`);
    const lease = await app.track(created.id);
    const outcome = { kind: 'failed', failure: failure('moderation') } as const;
    await app.call(settleJob, { requestId: created.id, lease, outcome });
    expect(await app.get(created)).toMatchObject({ status: 'failed', outputKey: null });
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 8 })]);
  });

  it('a job between its steps is canceled immediately and all credits return', async () => {
    const created = await finishFirst();
    await app.call(cancelRequest, { userId: created.userId, requestId: created.id });
    expect(await app.get(created)).toMatchObject({ status: 'failed', canceled: true });
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
    expect(await app.claimSubmission(created.id)).toEqual({ action: 'none' });
  });

  it('a cancel request during the collection of the first step ends the job', async () => {
    const created = await restore();
    await app.submit(created.id, `color-${created.id}`);
    const lease = await collectFirst(created.id);
    await app.set(created.id, 'cancel_requested = true');
    await app.call(recordFirstStep, { requestId: created.id, lease, imageKey: colored(created.id) });
    expect(await app.get(created)).toMatchObject({ canceled: true });
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
  });

  it('after a worker crash another worker reports the first step, and the stale report is refused', async () => {
    const created = await restore();
    await app.submit(created.id, `color-${created.id}`);
    const staleLease = await collectFirst(created.id);
    await app.expireLease(created.id);
    const claim = await app.claimTracking(created.id, 'worker-2');
    expect(claim).toMatchObject({ action: 'poll', externalId: `color-${created.id}`, task: { isIntermediate: true } });
    const late = { requestId: created.id, lease: staleLease, imageKey: colored(created.id) };
    await expect(app.call(recordFirstStep, late)).rejects.toMatchObject({ code: 'stale_lease' });
    if (claim.action !== 'poll') throw new Error('Not tracked');
    const report = { requestId: created.id, lease: claim.lease, imageKey: colored(created.id) };
    await app.call(recordFirstStep, report);
    // The worker repeats the report because the response was lost.
    expect(await app.call(recordFirstStep, report)).toEqual({ action: 'done' });
    expect((await app.timeline(created.id)).filter((what) => what === 'first step done')).toHaveLength(1);
    expect(await app.claimTracking(created.id)).toEqual({ action: 'none' });
  });

  it('a lost queue entry of the second step is restored', async () => {
    const created = await finishFirst();
    await app.waitForEntry('submit', created.id);
    await app.removeEntry('submit', created.id);
    await app.waitForEntry('submit', created.id);
  });

  it('after a crash during the second submission another worker searches for the task by its own reference', async () => {
    const created = await finishFirst();
    const posted = await app.claimSubmission(created.id);
    await app.expireLease(created.id);
    const claim = await app.claimSubmission(created.id, 'worker-2');
    expect(claim).toMatchObject({ action: 'find', task: { model: 'gfpgan', imageKey: colored(created.id) } });
    if (posted.action !== 'submit' || claim.action !== 'find') throw new Error('Not searched');
    expect(claim.task.clientRef).toBe(posted.task.clientRef);
    // Reports about the first step are refused by now.
    const first = { requestId: created.id, lease: claim.lease, externalId: `color-${created.id}` };
    await expect(app.call(generationCalls.recordSubmission, first)).rejects.toMatchObject({ code: 'conflict' });
    await app.call(generationCalls.recordSubmission, { ...first, externalId: `gfp-${created.id}` });
    await app.succeed(created.id);
    expect(await app.settled(created.id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
  });

  it('a late result of the first step is not an output', async () => {
    const created = await restore();
    await app.submit(created.id, `color-${created.id}`);
    const lease = await app.track(created.id);
    const outcome = { kind: 'failed', failure: failure('timeout') } as const;
    await app.call(settleJob, { requestId: created.id, lease, outcome });
    expect(await app.row(created.id)).toMatchObject({ state: 'failed', late_results_until: null });
  });
});
