import fc from 'fast-check';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { history, type Step } from '../testing/ledger-histories';
import { LedgerModel } from '../testing/ledger-model';
import { LedgerRunner } from '../testing/ledger-runner';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** `npm run verify -- slow` runs 1,000. */
const HISTORIES = Number(process.env.PROPERTY_HISTORIES ?? 30);
/** PROPERTY_SHRINK=1 runs one history at a time and shrinks failures to the shortest history. This is slow. */
const isShrinking = process.env.PROPERTY_SHRINK === '1';
/** Histories that run concurrently, each for a user of its own. */
const AT_ONCE = isShrinking ? 1 : 10;
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const PARAMETERS = { seed: SEED, numRuns: Math.ceil(HISTORIES / AT_ONCE), endOnFailure: !isShrinking };
const TIMEOUT_MS = 60_000 + HISTORIES * 200;

const histories = fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE });

describe(`ledger in random histories (PROPERTY_SEED=${SEED})`, () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });

  afterAll(() => fixture.close());

  /** Runs the steps one after the other and compares the ledger with the model after each. */
  async function compareWithModel(steps: Step[]): Promise<void> {
    const model = new LedgerModel();
    const runner = await new LedgerRunner(fixture.source, fixture.admin).prepare();
    for (const step of steps) {
      const outcome = await runner.run(step);
      const isInterrupted = step.mode === 'rolled_back' || step.mode === 'killed';
      expect({ step, outcome }).toEqual({ step, outcome: isInterrupted ? undefined : model.apply(step.operation) });
      expect({ step, ...(await runner.balance()) }).toEqual({ step, available: model.available, held: model.held });
    }
    expect(await runner.budgets()).toEqual(model.budgetUses());
    expect(await runner.remainders()).toEqual(model.lots.map((lot) => lot.remaining));
  }

  it(
    `${HISTORIES} histories with random interruptions and repeats match the model and sum to the balance [SRV-12]`,
    async () => {
      const property = fc.asyncProperty(histories, async (batch) => {
        await Promise.all(batch.map(compareWithModel));
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(fixture.source);
    },
    TIMEOUT_MS,
  );

  it(
    'concurrent random histories of two users each keep every invariant',
    async () => {
      const property = fc.asyncProperty(history, history, async (one, other) => {
        const runners = await Promise.all(
          [one, other].map(() => new LedgerRunner(fixture.source, fixture.admin).prepare()),
        );
        const steps = [...one.map((step) => [0, step] as const), ...other.map((step) => [1, step] as const)];
        await Promise.all(steps.map(([who, step]) => runners[who]?.run(step)));
        for (const runner of runners) await runner.balance();
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(fixture.source);
    },
    TIMEOUT_MS,
  );
});
