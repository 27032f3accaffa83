import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HistoryRunner } from './history-runner';

/** Each history checks all invariants. `npm run verify -- slow mutation` run 200, `npm run verify -- simulate` as many as wanted. */
const HISTORIES = Number(process.env.SIMULATED_HISTORIES ?? 4);
/** Finds a bug of `simulation-mutants.mjs` that the first 200 seeds miss: a result of a search that is taken for newer than it is. */
const RARE_SEED = 342;
/** From this many on, the rare seed is added. */
const LONG_RUN = 200;
const TIMEOUT_MS = 600_000;
/** Their traces are compared with the traces of the same histories in separate processes. */
const REPLAYED = [3, 7, 23, 32].filter((seed) => seed <= HISTORIES);

const digestOf = (trace: string[]): string => createHash('sha256').update(trace.join('\n')).digest('hex');

describe('simulation', () => {
  let folder: string;
  const runners: HistoryRunner[] = [];

  const start = async (options?: Parameters<typeof HistoryRunner.start>[0]): Promise<HistoryRunner> => {
    const runner = await HistoryRunner.start(options);
    runners.push(runner);
    return runner;
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-simulation-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

  it(
    'everything owed ends and every invariant holds, whatever crashes or gets lost, and a seed replays the same history',
    async () => {
      const runner = await start();
      const digests = new Map<number, string>();
      const seeds = Array.from({ length: HISTORIES }, (_, i) => i + 1);
      if (HISTORIES >= LONG_RUN) seeds.push(RARE_SEED);
      for (const seed of seeds) {
        const { problems, trace } = await runner.run(seed);
        if (problems.length > 0) throw new Error([`Seed ${seed}`, ...problems, '', ...trace].join('\n'));
        if (REPLAYED.includes(seed)) digests.set(seed, digestOf(trace));
      }
      const alone = await start();
      for (const seed of REPLAYED)
        expect([seed, digestOf((await alone.run(seed)).trace)]).toEqual([seed, digests.get(seed)]);
    },
    TIMEOUT_MS,
  );

  it(
    'customers and an accountant find what was promised, and a part of a history is repeated',
    async () => {
      const runner = await start();
      for (let seed = 1; seed <= Math.ceil(HISTORIES / 2); seed += 1) {
        const { problems, trace } = await runner.run(seed, { workload: 'money' });
        if (problems.length > 0) throw new Error([`Seed ${seed}`, ...problems, '', ...trace].join('\n'));
      }
      const { steps } = await runner.run(1, { workload: 'money' });
      const only = steps.map(({ name }) => name).filter((name) => name.startsWith('account'));
      const shorter = { workload: 'money' as const, only };
      const [first, second] = [await runner.run(1, shorter), await runner.run(1, shorter)];
      expect(first.steps.length).toBeGreaterThan(0);
      expect(first.steps.filter(({ name }) => !only.includes(name))).toEqual([]);
      expect(digestOf(second.trace)).toBe(digestOf(first.trace));
    },
    TIMEOUT_MS,
  );

  it('a history that does not come to an end is stopped and named', async () => {
    const entry = path.join(folder, 'hangs.cjs');
    writeFileSync(entry, `process.send({ kind: 'ready' }); process.on('message', () => { for (;;); });`);
    const runner = await start({ entry, timeoutMs: 2_000 });
    await expect(runner.run(3)).rejects.toThrow('Seed 3 did not come to an end: It took longer than 2 s');
  });

  it('a process that ends is reported with what it printed', async () => {
    const entry = path.join(folder, 'fails.cjs');
    writeFileSync(entry, `console.error('No Postgres'); process.exitCode = 1; process.disconnect();`);
    await expect(start({ entry })).rejects.toThrow(/The simulation did not start: Its process has ended\nNo Postgres/);
  });
});
