import { generationCalls } from '@luit/contracts/generation/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { InvariantsService } from '../invariants/invariants.service';
import { GenerationTestApp } from '../test/generation-test-app';
import { DispatchPlans } from './dispatch-plans';
import { Dispatcher } from './dispatcher';

describe('the dispatcher', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });
  afterEach(async () => {
    await app.setConcurrency(20);
    await app.reset();
  });
  afterAll(() => app.close());

  /** Fills the slots of the provider, so that requests accepted afterward wait. */
  const occupy = async (slots: number): Promise<string[]> => {
    const jobs = [];
    for (let i = 0; i < slots; i += 1) jobs.push((await app.create()).id);
    for (const id of jobs) await app.submit(id);
    return jobs;
  };

  /** The state that a crashed dispatcher leaves: its jobs have slots, and no entries. */
  const dispatchWithoutEntries = async (): Promise<string[]> => {
    const { targets } = await app.resolve(DispatchPlans).read();
    const rows: { id: string }[] = await app.database.query(`SELECT request_id AS id FROM dispatch_jobs($1, $2)`, [
      JSON.stringify(targets),
      app.config.userConcurrency,
    ]);
    return rows.map(({ id }) => id);
  };

  const dispatched = async (): Promise<{ id: string; user_id: string; priority: number }[]> =>
    app.database.query(
      `SELECT id, user_id, priority FROM requests WHERE state = 'pending' AND dispatched_at IS NOT NULL
        ORDER BY priority, id`,
    );

  /** Inserts copies of a waiting job, as if their users had sent them. */
  const copy = async (id: string, users: string, priority: string, times: number): Promise<void> => {
    await app.database.query(
      `INSERT INTO requests (client_ref, user_id, priority, input_hash, type, prompt, plan_id, model, model_revision, duration, resolution,
                             credits, provider, run_limit_seconds, state, accepted_at, deadline_at)
       SELECT gen_random_uuid()::text, ${users}, ${priority}, input_hash, type, prompt, plan_id, model, model_revision, duration, resolution,
              credits, provider, run_limit_seconds, 'pending', now(), deadline_at
         FROM requests, generate_series(1, $2::int) AS i WHERE id = $1`,
      [id, times],
    );
  };

  it('a crash between the dispatch and its queue entries delays jobs only until the reconciler runs [I6]', async () => {
    await app.setConcurrency(1);
    const [running] = await occupy(1);
    const { id } = await app.create();
    // The slot becomes free without a signal, as if another replica had settled the job.
    await app.set(running!, `state = 'failed', completed_at = now()`);
    // Another round may have been faster; then the entry exists, and is removed below.
    await dispatchWithoutEntries();
    await app.removeEntry('submit', id);
    const invariants = app.resolve(InvariantsService);
    expect(await invariants.jobsWithoutEntry(0)).toBe(1);
    await app.reconcile(0);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    expect(await app.entryState('submit', id)).toBe('waiting');
    const entries = () => app.resolve(Queues).named('submit').getJobCountByTypes('waiting');
    const added = await entries();
    await app.reconcile(0);
    expect(await entries()).toBe(added);
    await app.submit(id);
  });

  it('a worker is woken to check a provider whose circuit breaker is open, although no job waits', async () => {
    await app.database.query(
      `INSERT INTO provider_health (provider, open_until) VALUES ('replicate', now() + interval '1 minute')`,
    );
    await eventually(async () => expect(await app.takeWakeUp()).toBe(0));
  });

  it('two dispatchers at once give each slot once', async () => {
    await app.setConcurrency(7);
    await app.startService();
    const running = await occupy(7);
    const waiting = await Promise.all(Array.from({ length: 30 }, () => app.create()));
    expect(await dispatched()).toEqual([]);
    await app.database.query(`UPDATE requests SET state = 'failed', completed_at = now() WHERE id = ANY ($1)`, [
      running,
    ]);
    const dispatchers = app.services.map((service) => service.app.get(Dispatcher));
    await Promise.all(Array.from({ length: 10 }, (_, i) => dispatchers[i % 2]!.round()));
    const first = waiting
      .map(({ id }) => id)
      .sort()
      .slice(0, 7);
    expect((await dispatched()).map(({ id }) => id)).toEqual(first);
    for (const id of first) expect(await app.entryState('submit', id)).toBe('waiting');
    // The entries of the first seven were never taken, because no worker runs.
    expect(await app.resolve(Queues).named('submit').getJobCountByTypes('waiting')).toBe(14);
    await app.services.pop()?.close();
  });

  it('a dispatcher waits until another one has committed, because a user’s slots span providers', async () => {
    const other = app.database.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT FROM dispatch_jobs('[]', 1)`);
    const { id } = await app.create();
    await eventually(async () => {
      const waiting: unknown[] = await app.database.query(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 7105209
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(waiting).toHaveLength(1);
    });
    expect(await dispatched()).toEqual([]);
    await other.commitTransaction();
    await other.release();
    await app.waitForEntry('submit', id);
  });

  it('a second dispatch of a job has an entry of its own, so the entry of the first cannot suppress it', async () => {
    await app.setConcurrency(1);
    const { id } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    const first = await app.resolve(Queues).named('submit').getJobCountByTypes('waiting');
    await app.call(generationCalls.recordSubmissionFailure, {
      requestId: id,
      lease: claim.lease,
      result: 'retry',
      failure: { kind: 'provider', code: 'E_TEST', message: '' },
    });
    await app.set(id, 'next_attempt_at = NULL');
    expect(await app.claimSubmission(id)).toMatchObject({ action: 'submit' });
    expect(await app.resolve(Queues).named('submit').getJobCountByTypes('waiting')).toBe(first + 1);
  });

  it('500 waiting users get their slots beside one with 2,000 waiting jobs, whatever waits', async () => {
    await app.setConcurrency(40, 10);
    const heavy = uuidv7();
    const own = [];
    for (let i = 0; i < 10; i += 1) own.push(await app.create({ userId: heavy }));
    for (const { id } of own) await app.submit(id);
    const { id } = await app.create({ userId: heavy });
    await copy(id, 'user_id', 'i', 2_000);
    // The heavy user's jobs come first by priority; this user is behind thousands of them.
    await copy(id, 'gen_random_uuid()', '1900', 500);
    await app.dispatch();
    const found = await dispatched();
    expect(found).toHaveLength(30);
    expect(new Set(found.map(({ user_id: user }) => user)).size).toBe(30);
    expect(found.map(({ user_id: user }) => user)).not.toContain(heavy);
    expect(new Set(found.map(({ priority }) => priority))).toEqual(new Set([1_900]));
    const all: { id: string }[] = await app.database.query(
      `SELECT id FROM requests WHERE priority = 1900 AND user_id <> $1 ORDER BY id LIMIT 30`,
      [heavy],
    );
    expect(found.map((job) => job.id)).toEqual(all.map((job) => job.id));

    // One of the last two of forty slots: it goes to a user without a slot, although the heavy user's jobs come first.
    await app.succeed(own[0]!.id);
    await app.dispatch();
    const next = (await dispatched()).map(({ user_id: user }) => user);
    expect(next).toHaveLength(31);
    expect(next).not.toContain(heavy);
  });

  it('of more waiting jobs than a round reads, those that come first get the slots', async () => {
    await app.setConcurrency(20, 10);
    const slots = await occupy(20);
    const { id } = await app.create();
    await copy(id, 'gen_random_uuid()', 'i', 1_000);
    await app.set(id, 'priority = 5000');
    for (const job of slots.slice(0, 5)) await app.succeed(job);
    await app.dispatch();
    expect((await dispatched()).map(({ priority }) => priority)).toEqual([1, 2, 3, 4, 5]);
  });

  it('the last of twenty slots waits for a user who has none', async () => {
    await app.setConcurrency(20, 1_000);
    const heavy = uuidv7();
    const created = await app.create({ userId: heavy });
    await copy(created.id, 'user_id', 'i', 30);
    await app.dispatch();
    expect(await dispatched()).toHaveLength(19);
    const light = await app.create();
    await app.submit(light.id);
    await app.submit(created.id);
    await app.succeed(created.id);
    await app.dispatch();
    const waiting = (await dispatched()).map(({ user_id: user }) => user);
    expect(waiting).toEqual(Array.from({ length: 18 }, () => heavy));
    const another = await app.create();
    await app.submit(another.id);
  });

  it('the rows that a round reads do not depend on the number of waiting jobs', async () => {
    await app.setConcurrency(20, 10);
    const heavy = uuidv7();
    for (let i = 0; i < 10; i += 1) await app.submit((await app.create({ userId: heavy })).id);
    const { id } = await app.create({ userId: heavy });
    const read: number[] = [];
    for (const times of [1_000, 2_000]) {
      await copy(id, 'user_id', 'i', times);
      // Autovacuum may not have counted the copies yet, and Postgres plans by the counts.
      await app.database.query('ANALYZE requests');
      read.push(await rowsRead());
    }
    // Both searches also passed index entries of rows that earlier tests deleted.
    const [first, second] = read as [number, number];
    expect(second - first).toBeLessThan(300);
  });

  /** Rows of `requests` that one choice of runnable jobs reads. */
  const rowsRead = async (): Promise<number> => {
    const { targets } = await app.resolve(DispatchPlans).read();
    expect(targets).toHaveLength(1);
    return app.database.transaction(async (manager) => {
      const [{ jobs }] = (await manager.query(`SELECT runnable_jobs($1, $2) AS jobs`, [
        JSON.stringify(targets[0]),
        app.config.userConcurrency,
      ])) as [{ jobs: string[] }];
      expect(jobs).toEqual([]);
      const [{ read }] = (await manager.query(
        `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
           FROM pg_stat_xact_user_tables WHERE relname = 'requests'`,
      )) as [{ read: number }];
      return read;
    });
  };

  it('a runnable job that keeps waiting is a violation [I6]', async () => {
    await app.setConcurrency(1);
    await occupy(1);
    const { id } = await app.create();
    const invariants = app.resolve(InvariantsService);
    expect(await invariants.overdueJobs(0)).toEqual({ violations: 0 });
    // Dispatchers skip locked rows.
    const guard = app.database.createQueryRunner();
    await guard.startTransaction();
    await guard.query(`SELECT FROM requests WHERE id = $1 FOR UPDATE`, [id]);
    await app.database.query(`UPDATE requests SET state = 'failed', completed_at = now() WHERE state = 'running'`);
    expect(await invariants.overdueJobs(0)).toEqual({ violations: 1, samples: [id] });
    await guard.rollbackTransaction();
    await guard.release();
    await app.waitForEntry('submit', id);
    expect(await invariants.overdueJobs(0)).toEqual({ violations: 0 });
  });
});
