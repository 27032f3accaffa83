import fc from 'fast-check';
import type { Operation } from './ledger-model';

/**
 * How a step goes. `aborted`: the transaction is rolled back · `killed`: its connection dies before the commit ·
 * `twice`: the answer was lost, so it is asked again.
 */
export type Fate = 'whole' | 'aborted' | 'killed' | 'twice';

export interface Step {
  operation: Operation;
  fate: Fate;
}

const of = <const Kind extends Operation['kind']>(kind: Kind) => fc.constant(kind);
const credits = fc.integer({ min: 1, max: 40 });
// Few names, so that operations meet: repeats, other inputs, releases before their hold.
const hold = fc.integer({ min: 0, max: 5 });
const order = fc.integer({ min: 0, max: 1 });
const key = fc.integer({ min: 0, max: 2 });

/** How often each kind comes. */
const OPERATIONS: [number, fc.Arbitrary<Operation>][] = [
  [
    3,
    fc.record({ kind: of('grant'), key: fc.integer({ min: 0, max: 30 }), credits, days: fc.constantFrom(null, 1, 2) }),
  ],
  [2, fc.record({ kind: of('purchase'), order, payment: fc.integer({ min: 0, max: 1 }) })],
  [5, fc.record({ kind: of('hold'), hold, credits: fc.constantFrom(5, 18, 36) })],
  [3, fc.record({ kind: of('capture'), hold })],
  [3, fc.record({ kind: of('release'), hold })],
  [2, fc.record({ kind: of('deduct'), key, credits })],
  [2, fc.record({ kind: of('refund'), order, key })],
  [2, fc.record({ kind: of('refund_end'), order, key, status: fc.constantFrom('processed', 'failed') })],
  [1, fc.record({ kind: of('expire') })],
];

const operation = fc.oneof(...OPERATIONS.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const fate = fc.oneof(
  { weight: 42, arbitrary: fc.constant<Fate>('whole') },
  { weight: 7, arbitrary: fc.constantFrom<Fate>('twice', 'aborted') },
  { weight: 1, arbitrary: fc.constant<Fate>('killed') },
);

export const history: fc.Arbitrary<Step[]> = fc.array(fc.record({ operation, fate }), {
  maxLength: 24,
  size: 'medium',
});
