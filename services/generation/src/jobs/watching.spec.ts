import { generationCalls } from '@luit/contracts/generation';
import { Bench, failure } from '../test/bench';

describe('watching what a job left behind', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await Bench.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => bench.close());

  const failed = async (kind: 'timeout' | 'provider') => {
    const { id, userId } = await bench.create();
    await bench.submit(id);
    const outcome = { kind: 'failed', failure: failure(kind) } as const;
    await bench.call(generationCalls.settleJob, { requestId: id, lease: await bench.track(id), outcome });
    return { id, userId };
  };

  const watch = async (requestId: string) => {
    const claim = await bench.call(generationCalls.claimWatch, { requestId, workerId: 'worker-1' });
    if (claim.action !== 'watch') throw new Error(claim.action);
    return claim;
  };

  it('a late output is attached for nothing: state and money stay, and its owner is told', async () => {
    const { id, userId } = await failed('timeout');
    const before = await bench.get({ id, userId });
    const claim = await watch(id);
    expect(claim).toMatchObject({ lateTask: `task-${id}`, others: { cancel: [], events: [] } });
    const leased = { requestId: id, lease: claim.lease };
    await bench.call(generationCalls.renewLease, leased);
    const late = { outputKey: `outputs/${id}/video.mp4`, posterKey: null, contentType: 'video/mp4', bytes: 9 };
    for (let i = 0; i < 2; i += 1) await bench.call(generationCalls.attachLateOutput, { ...leased, ...late });
    const after = await bench.get({ id, userId });
    expect(after).toEqual({ ...before, lateOutputKey: late.outputKey, sequence: before.sequence + 1 });
    expect(await bench.settled(id)).toHaveLength(1);
    expect(await bench.call(generationCalls.recordWatch, { ...leased, isOver: true })).toEqual({ action: 'done' });
    expect(await bench.call(generationCalls.claimWatch, { requestId: id, workerId: 'w' })).toEqual({ action: 'none' });
  });

  it('the task of a job that ran out of time is watched for a day, and no other one', async () => {
    const { id } = await failed('timeout');
    const claim = await watch(id);
    const next = await bench.call(generationCalls.recordWatch, { requestId: id, lease: claim.lease, isOver: false });
    expect(next).toMatchObject({ action: 'again' });
    await bench.set(id, `watch_until = now() - interval '1 second'`);
    expect(await bench.call(generationCalls.claimWatch, { requestId: id, workerId: 'w' })).toEqual({ action: 'none' });
    const other = await failed('provider');
    expect((await bench.row(other.id)).watch_until).toBeNull();
  });

  it('a duplicate is handed out until it has surely ended, also after the job, and then no more', async () => {
    const { id } = await bench.create();
    await bench.submit(id);
    await bench.database.query(
      `INSERT INTO provider_tasks (provider, external_id, request_id, status) VALUES ('replicate', $1, $2, 'duplicate')`,
      [`twin-${id}`, id],
    );
    await bench.succeed(id);
    for (let look = 0; look < 2; look += 1) {
      const claim = await watch(id);
      expect(claim).toMatchObject({ lateTask: null, others: { cancel: [`twin-${id}`] } });
      const leased = { requestId: id, lease: claim.lease };
      expect(await bench.call(generationCalls.recordWatch, { ...leased, isOver: true })).toMatchObject({
        action: 'again',
      });
    }
    const { lease } = await watch(id);
    const others = { eventIds: [], found: [], stopped: [`twin-${id}`] };
    await bench.call(generationCalls.recordOtherTasks, { requestId: id, lease, ...others });
    expect(await bench.call(generationCalls.recordWatch, { requestId: id, lease, isOver: true })).toEqual({
      action: 'done',
    });
  });

  it('a callback that comes while the job runs is read once, and may tell of a duplicate', async () => {
    const { id } = await bench.create();
    await bench.submit(id);
    const { client_ref: token } = await bench.row(id);
    const callback = { provider: 'replicate', token: String(token), headers: { 'webhook-id': 'msg-1' }, rawBody: '' };
    await bench.call(generationCalls.receiveProviderEvent, callback);
    const claim = await bench.claimTracking(id);
    if (claim.action !== 'poll') throw new Error(claim.action);
    expect(claim.others.events).toEqual([expect.objectContaining({ id: 'msg-1' })]);
    const told = { eventIds: ['msg-1'], found: [`task-${id}`, `twin-${id}`], stopped: [] };
    await bench.call(generationCalls.recordOtherTasks, { requestId: id, lease: claim.lease, ...told });
    await bench.call(generationCalls.recordProgress, { requestId: id, lease: claim.lease, progress: null });
    expect(await bench.claimTracking(id)).toMatchObject({ others: { cancel: [`twin-${id}`], events: [] } });
  });
});
