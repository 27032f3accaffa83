import { generationCalls } from '@luit/contracts/generation/messages';
import type { Poll, PollReport } from '@luit/contracts/generation/tracking';
import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { GenerationTestApp, failure } from '../test/generation-test-app';
import { PollReportsService } from './poll-reports.service';

describe('polls in batches', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  beforeEach(() =>
    app.database.query(`UPDATE requests SET state = 'failed', completed_at = now() WHERE completed_at IS NULL`),
  );

  /** Running jobs whose polls are due, in this order. */
  const due = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const { id } = await app.create();
      await app.submit(id);
      await app.set(id, `next_poll_at = now() - interval '${count - i} seconds'`);
      ids.push(id);
    }
    return ids;
  };

  const claim = (workerId = 'worker-1', limit = 50) => app.call(generationCalls.claimPolls, { workerId, limit });
  const record = (reports: PollReport[]) => app.call(generationCalls.recordPolls, { reports });
  const running = ({ requestId, lease }: Poll, progress: number | null = null): PollReport => ({
    requestId,
    lease,
    result: { kind: 'running', progress },
  });
  const idsOf = (polls: Poll[]) => polls.map(({ requestId }) => requestId);

  it('workers share due polls, the most overdue first, and learn when the next one is due', async () => {
    const ids = await due(6);
    const [one, other] = [await claim('worker-1', 2), await claim('worker-2', 2)];
    expect([...idsOf(one.polls), ...idsOf(other.polls)].sort()).toEqual(ids.slice(0, 4).sort());
    expect([one.nextPollMs, other.nextPollMs]).toEqual([0, 0]);
    const rest = await Promise.all(['worker-1', 'worker-2', 'worker-3'].map((workerId) => claim(workerId)));
    expect(rest.flatMap(({ polls }) => idsOf(polls)).sort()).toEqual(ids.slice(4).sort());
    const recorded = await record(one.polls.map((poll) => running(poll)));
    expect(recorded).toEqual({ refused: [], nextPollMs: 2_000 });
    const next = await claim();
    expect(next.polls).toEqual([]);
    expect(next.nextPollMs).toBeGreaterThan(1_000);
    expect(next.nextPollMs).toBeLessThanOrEqual(2_000);
  });

  it('a claim skips the polls that another claim has not committed yet', async () => {
    const [locked, free] = await due(2);
    const other = app.database.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT FROM requests WHERE id = $1 FOR UPDATE`, [locked]);
    expect(idsOf((await claim()).polls)).toEqual([free]);
    await other.rollbackTransaction();
    await other.release();
    expect(idsOf((await claim()).polls)).toEqual([locked]);
  });

  it('without a running job a worker has nothing to wait for', async () => {
    await app.create();
    expect(await claim()).toEqual({ polls: [], nextPollMs: null, checks: [] });
  });

  it('a batch is recorded with a number of statements that does not depend on its size', async () => {
    const counter = new AsyncLocalStorage<{ statements: number }>();
    const original = Object.getOwnPropertyDescriptor(PostgresQueryRunner.prototype, 'query')!
      .value as PostgresQueryRunner['query'];
    const query = jest.spyOn(PostgresQueryRunner.prototype, 'query');
    query.mockImplementation(function (this: PostgresQueryRunner, ...statement) {
      const counted = counter.getStore();
      if (counted) counted.statements += 1;
      return original.apply(this, statement);
    });
    const statements = (reports: PollReport[]): Promise<number> =>
      counter.run({ statements: 0 }, async () => {
        await app.resolve(PollReportsService).record({ reports });
        return counter.getStore()!.statements;
      });
    await due(12);
    const { polls } = await claim();
    const [cold, one, ...others] = polls.map((poll) => running(poll, 40)) as [PollReport, PollReport];
    await statements([cold]);
    expect(await statements([one])).toBe(1);
    expect(await statements(others)).toBe(1);
    const { polls: unchanged } = await claimAll();
    expect(await statements(unchanged.map((poll) => running(poll)))).toBe(1);
    query.mockRestore();
  });

  const claimAll = async () => {
    await app.database.query(`UPDATE requests SET next_poll_at = now()`);
    return claim();
  };

  it('a stale item is refused alone', async () => {
    const [taken] = (await due(3)) as [string];
    const { polls } = await claim();
    await app.expireLease(taken);
    await app.track(taken);
    const { refused } = await record(polls.map((poll) => running(poll, 40)));
    expect(refused).toEqual([taken]);
    const progress = await Promise.all(polls.map(async ({ requestId }) => (await app.row(requestId)).progress));
    expect([...progress].sort()).toEqual([50, 69, 69]);
  });

  it('a repeated batch has no second effect', async () => {
    await due(3);
    const { polls } = await claim();
    const [progressing, failing, succeeding] = polls as [Poll, Poll, Poll];
    const reports: PollReport[] = [
      running(progressing, 40),
      { ...running(failing), result: { kind: 'failed', failure: failure() } },
      { ...running(succeeding), result: { kind: 'succeeded' } },
    ];
    await record(reports);
    const rows = () => Promise.all(polls.map(({ requestId }) => app.row(requestId)));
    const timelines = () => Promise.all(polls.map(({ requestId }) => app.timeline(requestId)));
    const [before, eventsBefore] = [await rows(), await timelines()];
    expect(await record(reports)).toMatchObject({ refused: [] });
    const after = await rows();
    const columns = ['state', 'sequence', 'progress', 'poll_failures', 'lease'] as const;
    for (const column of columns) expect(after.map((row) => row[column])).toEqual(before.map((row) => row[column]));
    expect(await timelines()).toEqual(eventsBefore);
  });

  it('the polls of a killed worker are due again once their leases end', async () => {
    const ids = await due(3);
    const killed = await claim('killed');
    expect(await claim('worker-2')).toMatchObject({ polls: [] });
    for (const id of ids) await app.expireLease(id);
    const { polls } = await claim('worker-2');
    expect(idsOf(polls).sort()).toEqual([...ids].sort());
    expect((await record(killed.polls.map((poll) => running(poll)))).refused.sort()).toEqual([...ids].sort());
  });

  it('a 429 pauses all polls of the provider, and of no other', async () => {
    const [first, second, elsewhere] = (await due(3)) as [string, string, string];
    await app.set(elsewhere, `provider = 'fal'`);
    const { polls } = await claim('worker-1', 1);
    expect(idsOf(polls)).toEqual([first]);
    const limited = { ...failure(), code: 'http_429' };
    await record([{ ...running(polls[0]!), result: { kind: 'failed', failure: limited, retryAfterMs: 30_000 } }]);
    const next = await claim();
    expect(idsOf(next.polls)).toEqual([elsewhere]);
    expect(await app.row(second)).toMatchObject({ lease_expires_at: null, state: 'running' });
    await app.database.query(`UPDATE provider_health SET paused_until = now()`);
    expect(idsOf((await claim()).polls)).toEqual([second]);
  });

  it('a batch of several jobs at their end settles none of them twice', async () => {
    const ids = await due(4);
    const { polls } = await claim();
    const reports = polls.map((poll): PollReport => ({ ...running(poll), result: { kind: 'succeeded' } }));
    await Promise.all([record(reports), record([...reports].reverse())]);
    for (const id of ids) {
      expect(await app.row(id)).toMatchObject({ state: 'collecting', progress: 95 });
      expect((await app.timeline(id)).filter((what) => what === 'collecting')).toHaveLength(1);
    }
  });
});
