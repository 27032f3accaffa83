import { generationCalls } from '@luit/contracts/generation/messages';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { uuidv7 } from 'uuidv7';
import type { GenerationConfig } from '../config';
import { GenerationTestApp } from '../test/generation-test-app';
import { generationChecks } from './checks';
import { HoldComparison } from './hold-comparison';
import { InvariantsService } from './invariants.service';

describe('invariants', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000, invariantsIntervalMs: 86_400_000 } });
  });

  afterAll(() => app.close());

  async function score(name: string) {
    await app.resolve(InvariantMonitor).round(true);
    const { invariants } = await app.call(generationCalls.listInvariants, {});
    const found = invariants.find((each) => each.name === name);
    if (!found) throw new Error(`${name} has no score`);
    return found;
  }

  async function agedJob(state: string, held: 'captured' | 'released' | 'held' | undefined): Promise<string> {
    const { id } = await app.create();
    const isDone = ['succeeded', 'failed', 'canceled', 'rejected'].includes(state);
    await app.set(
      id,
      `state = '${state}', updated_at = now() - interval '6 minutes', external_id = '${id}', output_key = 'x',
       next_poll_at = now(),
       completed_at = ${isDone ? `now() - interval '6 minutes'` : 'NULL'}`,
    );
    if (held) app.billing.states[id] = held;
    return id;
  }

  it('getOutcomes returns the outcomes of known requests only', async () => {
    const ended = await agedJob('failed', 'released');
    const { id: running } = await app.create();
    const requestIds = [ended, running, uuidv7(), 'nonsense'];
    expect(await app.call(generationCalls.getOutcomes, { requestIds })).toEqual({
      outcomes: { [ended]: 'failed', [running]: 'unfinished' },
    });
  });

  it.each([
    ['succeeded', 'captured', 0],
    ['succeeded', 'held', 1],
    ['succeeded', 'released', 1],
    ['failed', 'released', 0],
    ['failed', 'captured', 1],
    ['canceled', 'held', 1],
    ['rejected', undefined, 0],
    ['rejected', 'captured', 1],
    ['running', 'held', 0],
    ['running', undefined, 1],
    ['running', 'released', 1],
  ] as const)('a %s job whose hold is %s counts %i violations [I3]', async (state, held, expected) => {
    const before = await score('the hold of a job matches its state');
    const id = await agedJob(state, held);
    const { violations, samples } = await score('the hold of a job matches its state');
    expect(violations - before.violations).toBe(expected);
    await app.set(id, `updated_at = now()`);
    if (expected && before.violations === 0) expect(samples).toEqual([id]);
  });

  it('a job whose credits do not match its outcome is a violation [I3]', async () => {
    const id = await agedJob('failed', 'released');
    const before = (await score('the credits of a finished job match its outcome')).violations;
    await app.set(id, `money_state = 'captured'`);
    expect((await score('the credits of a finished job match its outcome')).violations).toBe(before);
    await app.set(id, `money_state = 'returned'`);
    expect((await score('the credits of a finished job match its outcome')).violations).toBe(before - 1);
  });

  it('a job with two live tasks is a violation [I5]', async () => {
    const { id } = await app.create();
    await app.database.query(`DROP INDEX provider_tasks_one_live`);
    await app.database.query(
      `INSERT INTO provider_tasks (provider, external_id, request_id, status)
       VALUES ('replicate', 'one', $1, 'live'), ('replicate', 'two', $1, 'live')`,
      [id],
    );
    const name = 'a job has one live task, and duplicates only after an unknown submission';
    expect((await score(name)).violations).toBe(1);
    await app.database.query(`UPDATE provider_tasks SET status = 'ended' WHERE external_id = 'two'`);
    expect((await score(name)).violations).toBe(0);
  });

  it('a job without a queue entry is a violation [I6]', async () => {
    const name = 'a dispatched job has a queue entry';
    await app.reset();
    const { id } = await app.create();
    await app.waitForEntry('submit', id);
    await app.removeEntry('submit', id);
    await app.set(id, `updated_at = now() - interval '2 hours'`);
    expect((await score(name)).violations).toBe(1);
  });

  // The crash of a worker leaves all three behind until its leases end, its process restarts and the queues return its jobs.
  it.each([
    ['a dispatched job has a queue entry', 60, 0],
    ['a dispatched job has a queue entry', 180, 1],
    ['a running job is polled when it is due', 60, 0],
    ['a running job is polled when it is due', 180, 1],
  ])('%s: %i seconds after a crash there are %i violations [I6]', async (name, seconds, expected) => {
    const limits = { reconcileIntervalMs: 5_000 } as GenerationConfig['limits'];
    const checks = generationChecks(limits, app.resolve(InvariantsService), app.resolve(HoldComparison));
    const count = async () =>
      (await checks.find((check) => check.name === name)?.run((sql, values) => app.database.query(sql, values)))
        ?.violations;
    // The reconciler may repair what earlier tests left.
    await app.reset();
    const { id } = await app.create();
    await app.waitForEntry('submit', id);
    const ago = `now() - interval '${seconds} seconds'`;
    if (name.includes('polled')) {
      await app.set(id, `state = 'running', external_id = '${id}', next_poll_at = ${ago}, lease_expires_at = ${ago}`);
    } else {
      await app.removeEntry('submit', id);
      await app.set(id, `updated_at = ${ago}`);
    }
    expect(await count()).toBe(expected);
  });
});
