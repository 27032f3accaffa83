import { generationCalls } from '@luit/contracts/generation/messages';
import { GenerationTestApp, failure } from '../test/generation-test-app';

describe('late-result checks', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  const failed = async (kind: 'timeout' | 'provider') => {
    const { id, userId } = await app.create();
    await app.submit(id);
    const outcome = { kind: 'failed', failure: failure(kind) } as const;
    await app.call(generationCalls.settleJob, { requestId: id, lease: await app.track(id), outcome });
    return { id, userId };
  };

  const claimCheck = async (requestId: string) => {
    const claim = await app.call(generationCalls.claimLateResultCheck, { requestId, workerId: 'worker-1' });
    if (claim.action !== 'check') throw new Error(claim.action);
    return claim;
  };

  it('a late output is attached free of charge, state and money stay, and the owner is notified', async () => {
    const { id, userId } = await failed('timeout');
    const before = await app.get({ id, userId });
    const claim = await claimCheck(id);
    expect(claim).toMatchObject({ lateTask: `task-${id}`, others: { cancel: [], events: [] } });
    const leased = { requestId: id, lease: claim.lease };
    await app.renewLease(leased);
    const late = { outputKey: `outputs/${id}/video.mp4`, posterKey: null, contentType: 'video/mp4', bytes: 9 };
    for (let i = 0; i < 2; i += 1) await app.call(generationCalls.attachLateOutput, { ...leased, ...late });
    const after = await app.get({ id, userId });
    expect(after).toEqual({ ...before, lateOutputKey: late.outputKey, sequence: before.sequence + 1 });
    expect(await app.settled(id)).toHaveLength(1);
    expect(await app.call(generationCalls.recordLateResultCheck, { ...leased, isOver: true })).toEqual({
      action: 'done',
    });
    expect(await app.call(generationCalls.claimLateResultCheck, { requestId: id, workerId: 'w' })).toEqual({
      action: 'none',
    });
  });

  it('only timed-out jobs are checked for late results, for a day', async () => {
    const { id } = await failed('timeout');
    const claim = await claimCheck(id);
    const next = await app.call(generationCalls.recordLateResultCheck, {
      requestId: id,
      lease: claim.lease,
      isOver: false,
    });
    expect(next).toMatchObject({ action: 'reschedule' });
    await app.set(id, `late_results_until = now() - interval '1 second'`);
    expect(await app.call(generationCalls.claimLateResultCheck, { requestId: id, workerId: 'w' })).toEqual({
      action: 'none',
    });
    const other = await failed('provider');
    expect((await app.row(other.id)).late_results_until).toBeNull();
  });

  it('a duplicate is returned for cancellation until its end is confirmed, also after the job', async () => {
    const { id } = await app.create();
    await app.submit(id);
    await app.database.query(
      `INSERT INTO provider_tasks (provider, external_id, request_id, status) VALUES ('replicate', $1, $2, 'duplicate')`,
      [`twin-${id}`, id],
    );
    await app.succeed(id);
    for (let check = 0; check < 2; check += 1) {
      const claim = await claimCheck(id);
      expect(claim).toMatchObject({ lateTask: null, others: { cancel: [`twin-${id}`] } });
      const leased = { requestId: id, lease: claim.lease };
      expect(await app.call(generationCalls.recordLateResultCheck, { ...leased, isOver: true })).toMatchObject({
        action: 'reschedule',
      });
    }
    const { lease } = await claimCheck(id);
    const results = { eventIds: [], found: [], stopped: [`twin-${id}`] };
    const report = { requestId: id, lease, isOver: true, others: results };
    expect(await app.call(generationCalls.recordLateResultCheck, report)).toEqual({ action: 'done' });
  });

  it('a callback during the job is read once and may report a duplicate', async () => {
    const { id } = await app.create();
    await app.submit(id);
    const { client_ref: token } = await app.row(id);
    const callback = { provider: 'replicate', token: String(token), headers: { 'webhook-id': 'msg-1' }, rawBody: '' };
    await app.call(generationCalls.receiveProviderEvent, callback);
    const claim = await app.claimTracking(id);
    if (claim.action !== 'poll') throw new Error(claim.action);
    expect(claim.others.events).toEqual([expect.objectContaining({ id: 'msg-1' })]);
    const results = { eventIds: ['msg-1'], found: [`task-${id}`, `twin-${id}`], stopped: [] };
    await app.reportPoll({ requestId: id, lease: claim.lease }, { kind: 'running', progress: null }, results);
    expect(await app.claimTracking(id)).toMatchObject({ others: { cancel: [`twin-${id}`], events: [] } });
  });
});
