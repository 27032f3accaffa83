import fc from 'fast-check';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { history, type Step } from '../testing/ledger-histories';
import { LedgerModel } from '../testing/ledger-model';
import { LedgerRunner } from '../testing/ledger-runner';
import { expectInvariantsHold } from '../testing/expect-invariants';

const HISTORIES = Number(process.env.PROPERTY_HISTORIES ?? 1_000);
/** PROPERTY_SHRINK=1 plays one history at a time, and looks for the shortest that fails; it takes long. */
const isShrinking = process.env.PROPERTY_SHRINK === '1';
/** Histories that are played at once, each of a person of its own. */
const AT_ONCE = isShrinking ? 1 : 10;
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const PARAMETERS = { seed: SEED, numRuns: Math.ceil(HISTORIES / AT_ONCE), endOnFailure: !isShrinking };
const TIMEOUT_MS = 60_000 + HISTORIES * 200;

const histories = fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE });

describe(`ledger, in random histories (PROPERTY_SEED=${SEED})`, () => {
  let bench: TestLedger;

  beforeAll(async () => {
    bench = await startTestLedger();
  });

  afterAll(() => bench.close());

  /** One after the other, compared with the model at every moment. */
  async function follow(steps: Step[]): Promise<void> {
    const model = new LedgerModel();
    const player = await new LedgerRunner(bench.source, bench.admin).prepare();
    for (const step of steps) {
      const outcome = await player.play(step);
      const isCutOff = step.fate === 'aborted' || step.fate === 'killed';
      expect({ step, outcome }).toEqual({ step, outcome: isCutOff ? undefined : model.apply(step.operation) });
      expect({ step, ...(await player.balance()) }).toEqual({ step, available: model.available, held: model.held });
    }
    expect(await player.remainders()).toEqual(model.lots.map((lot) => lot.remaining));
  }

  it(
    `SRV-12: ${HISTORIES} of them, cut off and repeated at random, do what the model does and sum to the balance`,
    async () => {
      const property = fc.asyncProperty(histories, async (batch) => {
        await Promise.all(batch.map(follow));
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(bench.source);
    },
    TIMEOUT_MS,
  );

  it(
    'all at once, of two people each, they keep every invariant',
    async () => {
      const property = fc.asyncProperty(history, history, async (one, other) => {
        const players = await Promise.all(
          [one, other].map(() => new LedgerRunner(bench.source, bench.admin).prepare()),
        );
        const steps = [...one.map((step) => [0, step] as const), ...other.map((step) => [1, step] as const)];
        await Promise.all(steps.map(([who, step]) => players[who]?.play(step)));
        for (const player of players) await player.balance();
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(bench.source);
    },
    TIMEOUT_MS,
  );
});
