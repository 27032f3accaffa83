import fc from 'fast-check';
import type { Operation } from './ledger-model';

/**
 * How a step runs. `rolled_back`: the transaction is rolled back · `killed`: its connection is killed before the commit ·
 * `repeated`: the response is lost, so the caller retries.
 */
export type StepMode = 'normal' | 'rolled_back' | 'killed' | 'repeated';

export interface Step {
  operation: Operation;
  mode: StepMode;
}

const of = <const Kind extends Operation['kind']>(kind: Kind) => fc.constant(kind);
const credits = fc.integer({ min: 1, max: 40 });
// Few distinct ids, so that operations collide: repeats, different inputs, releases before their hold.
const hold = fc.integer({ min: 0, max: 5 });
const order = fc.integer({ min: 0, max: 1 });
const apiKey = fc.integer({ min: 0, max: 1 });
const limit = fc.constantFrom(null, 0, 18, 36, 60);
/** A field that is absent leaves its limit unchanged. */
const limits = fc.record({ monthlyCredits: limit, totalCredits: limit }, { requiredKeys: [] });
const key = fc.integer({ min: 0, max: 2 });

/** Operations with their weights. */
const OPERATIONS: [number, fc.Arbitrary<Operation>][] = [
  [
    3,
    fc.record({ kind: of('grant'), key: fc.integer({ min: 0, max: 30 }), credits, days: fc.constantFrom(null, 1, 2) }),
  ],
  [2, fc.record({ kind: of('purchase'), order, payment: fc.integer({ min: 0, max: 1 }) })],
  [5, fc.record({ kind: of('hold'), hold, credits: fc.constantFrom(5, 18, 36), apiKey: fc.constant(null) })],
  [5, fc.record({ kind: of('hold'), hold, credits: fc.constantFrom(5, 18), apiKey })],
  [3, fc.record({ kind: of('budget'), apiKey, limits })],
  [1, fc.record({ kind: of('month_end') })],
  [3, fc.record({ kind: of('capture'), hold })],
  [3, fc.record({ kind: of('release'), hold })],
  [2, fc.record({ kind: of('deduct'), key, credits })],
  [2, fc.record({ kind: of('refund'), order, key })],
  [2, fc.record({ kind: of('refund_end'), order, key, status: fc.constantFrom('processed', 'failed') })],
  [1, fc.record({ kind: of('expire') })],
];

const operation = fc.oneof(...OPERATIONS.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const mode = fc.oneof(
  { weight: 42, arbitrary: fc.constant<StepMode>('normal') },
  { weight: 7, arbitrary: fc.constantFrom<StepMode>('repeated', 'rolled_back') },
  { weight: 1, arbitrary: fc.constant<StepMode>('killed') },
);

export const history: fc.Arbitrary<Step[]> = fc.array(fc.record({ operation, mode }), {
  maxLength: 24,
  size: 'medium',
});
