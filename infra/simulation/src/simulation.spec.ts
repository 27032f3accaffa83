import { Histories } from './histories';

const HISTORIES = Number(process.env.SIMULATED_HISTORIES ?? 200);
const TIMEOUT_MS = 600_000;

describe('simulation', () => {
  let histories: Histories;

  beforeAll(async () => {
    histories = await Histories.open();
  }, TIMEOUT_MS);

  afterAll(() => histories.close());

  it(
    'everything owed ends and every invariant holds, whatever crashes or gets lost',
    async () => {
      for (let seed = 1; seed <= HISTORIES; seed += 1) {
        const { problems, trace } = await histories.run(seed);
        if (problems.length > 0) throw new Error([`Seed ${seed}`, ...problems, '', ...trace].join('\n'));
      }
    },
    TIMEOUT_MS,
  );

  it('a seed replays the same history', async () => {
    const first = await histories.run(7, true);
    await histories.run(8);
    const again = await histories.run(7, true);
    expect(again.trace).toEqual(first.trace);
    expect(first.trace.length).toBeGreaterThan(100);
  });
});
