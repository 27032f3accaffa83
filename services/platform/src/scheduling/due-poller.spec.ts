import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { ManualTimers } from '../testing/manual-timers';
import { DuePoller, type DueWork, dueWhile, earliest } from './due-poller';
import { Scheduler } from './scheduler';

describe('DuePoller', () => {
  let timers: ManualTimers;
  let scheduler: Scheduler;
  let poller: DuePoller;
  /** The times at which Postgres is asked for due work, and its answers: milliseconds by expression. */
  let polledAt: number[];
  let answers: Record<string, number | null>;
  let ranAt: Record<string, number[]>;

  beforeEach(() => {
    timers = new ManualTimers();
    scheduler = new Scheduler(timers, () => 0);
    [polledAt, answers, ranAt] = [[], {}, {}];
    const query = (sql: string) => {
      polledAt.push(timers.now);
      const expressions = [...sql.matchAll(/\((\w+)\)::float8 AS "(\d+)"/g)];
      return Promise.resolve([Object.fromEntries(expressions.map(([, name = '', i]) => [i, answers[name] ?? null]))]);
    };
    poller = new DuePoller({ query } as Pick<DataSource, 'query'>, scheduler);
  });

  const add = (name: string, options: Partial<DueWork> = {}) => {
    const runs: number[] = [];
    ranAt[name] = runs;
    const work = () => Promise.resolve(void runs.push(timers.now));
    return poller.add({ name, dueInMs: name, withinMs: 5_000, work, ...options });
  };

  it('one statement asks for all work, at once and then within the shortest limit', async () => {
    add('refunds');
    add('orders', { withinMs: 2_000 });
    await timers.advance(4_000);
    expect(polledAt).toEqual([0, 2_000, 4_000]);
    expect(ranAt).toEqual({ refunds: [], orders: [] });
  });

  it('work that is due runs, and the rest does not', async () => {
    [answers.refunds, answers.orders] = [-100, 60_000];
    add('refunds');
    add('orders');
    await timers.advance(5_000);
    expect(ranAt).toEqual({ refunds: [0, 5_000], orders: [] });
  });

  it('the next poll comes when the earliest work is due', async () => {
    [answers.refunds, answers.orders] = [3_000, 1_200];
    add('refunds');
    add('orders');
    await timers.advance(1_200);
    expect(polledAt).toEqual([0, 1_200]);
  });

  it('work that stays due, for example because another replica has locked its row, is repeated sooner', async () => {
    answers.refunds = 0;
    add('refunds', { repeatMs: 500 });
    await timers.advance(1_000);
    expect(ranAt.refunds).toEqual([0, 500, 1_000]);
  });

  it('work can be started without a poll, and a round may ask for another one', async () => {
    const runs: number[] = [];
    const schedule = add('refunds', {
      work: () => {
        runs.push(timers.now);
        return Promise.resolve(runs.length === 1 ? { nextMs: 300 } : undefined);
      },
    });
    await timers.advance(100);
    schedule.runNow();
    await timers.advance(4_000);
    expect(runs).toEqual([100, 400]);
    expect(polledAt).toEqual([0]);
  });

  it('a failed round is retried', async () => {
    answers.refunds = 0;
    const failedAt: number[] = [];
    add('refunds', {
      repeatMs: 1_000,
      work: () => {
        failedAt.push(timers.now);
        answers.refunds = null;
        return Promise.reject(new Error('Razorpay is away'));
      },
    });
    await timers.advance(3_500);
    expect(failedAt).toEqual([0, 1_000, 3_000]);
  });

  describe('with rows', () => {
    let database: TestDatabase;
    let source: DataSource;

    beforeAll(async () => {
      database = await createTestDatabase();
      source = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
      await source.query('CREATE TABLE waiting (name text, due_at timestamptz)');
      await source.query(`
        INSERT INTO waiting VALUES ('now', now() - interval '1 second'), ('now', now() + interval '1 hour'),
          ('soon', now() + interval '300 milliseconds'), ('later', now() + interval '1 hour'), ('never', NULL)`);
    });
    afterAll(async () => {
      await source.destroy();
      await database.drop();
    });

    it('work runs when its earliest row is due, or while its condition is true', async () => {
      const ran: string[] = [];
      const realScheduler = new Scheduler();
      const realPoller = new DuePoller(source, realScheduler);
      const addReal = (name: string, dueInMs: string) =>
        realPoller.add({ name, dueInMs, withinMs: 60_000, work: () => Promise.resolve(void ran.push(name)) });
      for (const name of ['now', 'soon', 'later', 'never', 'missing'])
        addReal(name, earliest('waiting', 'due_at', `name = '${name}'`));
      addReal('true', dueWhile('EXISTS (SELECT FROM waiting)'));
      addReal('false', dueWhile(`EXISTS (SELECT FROM waiting WHERE name = 'missing')`));
      await eventually(() => expect(new Set(ran)).toEqual(new Set(['now', 'true', 'soon'])));
      await realScheduler.beforeApplicationShutdown();
    });
  });
});
