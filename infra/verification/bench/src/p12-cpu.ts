import { fundedCreator } from './http-load';
import { type Row, formatNumber } from './report';
import { cpuSeconds, openDatabase, pidOf, untilTrue, withStack } from './stack-bench';

const JOBS = 60;
const PACKS = 2;
const OURS = ['gateway', 'auth', 'billing', 'generation', 'worker-1'];

/** P12: CPU time per finished video of all Luit processes, including ffmpeg and ffprobe. */
export async function benchCpu(): Promise<Row[]> {
  return withStack(async (running) => {
    const creator = await fundedCreator(running, PACKS);
    const database = await openDatabase(running);
    const make = async (jobs: number): Promise<void> => {
      for (let i = 0; i < jobs; i++) await creator.generate(`Ferry ${i}`);
      await untilTrue(
        database,
        `SELECT NOT EXISTS (SELECT FROM generation.requests WHERE completed_at IS NULL)
            AND NOT EXISTS (SELECT FROM billing.holds WHERE state = 'held') AS answer`,
      );
    };
    const used = (): Promise<number[]> => Promise.all(OURS.map((name) => cpuSeconds([pidOf(running, name)])));
    await make(5);
    const before = await used();
    await make(JOBS);
    const after = await used();
    await database.end();
    const shares = OURS.map((_, i) => ((after[i] ?? 0) - (before[i] ?? 0)) / JOBS);
    const sum = shares.reduce((total, share) => total + share, 0);
    return [
      {
        id: 'P12',
        metric: `CPU per finished video (${OURS.map((name, i) => `${name} ${formatNumber((shares[i] ?? 0) * 1_000)}`).join(', ')} ms)`,
        ours: `${formatNumber(sum * 1_000)} ms`,
        baseline: '–',
        ratio: '–',
        target: 'reported',
        isMet: null,
      },
    ];
  });
}
