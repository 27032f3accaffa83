import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { eventually } from '@luit/platform/testing/eventually';
import type { QueryRunner } from 'typeorm';
import { failure, GenerationTestApp } from '../test/generation-test-app';

/** Half of a call's deadline, and less than the timeout of a lock. */
const PROMPTLY_MS = 1_200;

describe('a request that another transaction has locked', () => {
  let app: GenerationTestApp;
  let blocker: QueryRunner;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
    blocker = app.database.createQueryRunner();
  });

  afterAll(async () => {
    await blocker.release();
    await app.close();
  });

  afterEach(() => blocker.rollbackTransaction());

  const lock = async (table: 'requests' | 'plans', id: string, mode = 'FOR UPDATE') => {
    await blocker.startTransaction();
    await blocker.query(`SELECT FROM ${table} WHERE id = $1 ${mode}`, [id]);
  };
  const running = async () => {
    const { id: requestId } = await app.create();
    await app.submit(requestId);
    return requestId;
  };
  const leased = async () => {
    const requestId = await running();
    return { requestId, lease: await app.track(requestId) };
  };
  const promptly = async <T>(work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work;
    expect(performance.now() - from).toBeLessThan(PROMPTLY_MS);
    return result;
  };
  const failed: JobOutcome = { kind: 'failed', failure: failure() };

  it('does not delay the leases of other jobs, and keeps its own', async () => {
    const [locked, other] = [await leased(), await leased()];
    await app.set(other.requestId, `lease_expires_at = now() + interval '1 second'`);
    await lock('requests', locked.requestId);
    const stale = { ...other, lease: other.lease - 1 };
    const leases = [locked, other, stale];
    expect(await promptly(app.call(generationCalls.renewLeases, { leases: leases.slice(0, 2) }))).toEqual({
      stale: [],
    });
    const { lease_expires_at: until } = await app.row(other.requestId);
    expect((until as Date).getTime()).toBeGreaterThan(Date.now() + 60_000);
    expect(await app.call(generationCalls.renewLeases, { leases: [stale] })).toEqual({ stale: [other.requestId] });
  });

  it('does not delay the poll reports of other jobs; its own poll is repeated', async () => {
    const [locked, other] = [await leased(), await leased()];
    await lock('requests', locked.requestId);
    const reports = [locked, other].map((job) => ({ ...job, result: { kind: 'running' as const, progress: 50 } }));
    const { refused } = await promptly(app.call(generationCalls.recordPolls, { reports }));
    expect(refused).toEqual([locked.requestId]);
    expect((await app.row(other.requestId)).lease_expires_at).toBeNull();
  });

  it.each([['succeeded'], ['failed']])('does not delay the outcomes of other jobs (%s)', async (kind) => {
    const jobs = [await leased(), await leased(), await leased()];
    for (const job of jobs) await app.reportPoll(job, { kind: 'succeeded' });
    const outcomeOf = (requestId: string): JobOutcome =>
      kind === 'failed'
        ? failed
        : {
            ...{ kind: 'succeeded', outputKey: `outputs/${requestId}.mp4`, posterKey: null },
            ...{ contentType: 'video/mp4', bytes: 1_000, durationSeconds: 5 },
          };
    const report = (job: { requestId: string; lease: number }) =>
      app.call(generationCalls.settleJob, { ...job, outcome: outcomeOf(job.requestId) });
    const [locked, ...others] = jobs as [(typeof jobs)[0], ...typeof jobs];
    await lock('requests', locked.requestId);
    const own = report(locked).catch((error: { code: string }) => error.code);
    await promptly(Promise.all(others.map(report)));
    expect(await own).toBe('unavailable');
    await blocker.rollbackTransaction();
    await blocker.startTransaction();
    expect(await report(locked)).toEqual({ action: 'done' });
    expect((await app.row(locked.requestId)).state).toBe(kind);
  });

  it('past its deadline does not delay the dispatch of other jobs', async () => {
    const { id } = await app.create();
    await app.set(id, `deadline_at = now(), dispatched_at = NULL, next_attempt_at = now() + interval '1 hour'`);
    await lock('requests', id);
    const other = await app.create();
    await promptly(eventually(async () => expect((await app.row(other.id)).dispatched_at).not.toBeNull(), PROMPTLY_MS));
  });

  it('refuses its owner in time', async () => {
    const requestId = await running();
    const { user_id: userId } = await app.row(requestId);
    await lock('requests', requestId);
    const cancels = Array.from({ length: 12 }, () =>
      app.call(generationCalls.cancelRequest, { requestId, userId: String(userId) }).then(
        () => null,
        (error: { code: string; retryAfterSeconds?: number }) => ({ code: error.code, after: error.retryAfterSeconds }),
      ),
    );
    await promptly(app.create());
    expect(new Set((await Promise.all(cancels)).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ code: 'unavailable', after: 2 })]),
    );
  });

  it('a plan that an operator is changing does not delay requests', async () => {
    const { plan_id: planId } = await app.row((await app.create()).id);
    await lock('plans', String(planId), 'FOR NO KEY UPDATE');
    await promptly(app.create());
  });
});
