import { shrink } from './shrink';
import type { HistoryResult } from './simulation';

const STEPS = [
  ...['account 1: gift', 'account 1: buy', 'account 2: gift', 'account 2: spend'],
  ...['fault: crash', 'fault: crash (2)', 'fault: crash (3)', 'fault: flush'],
];

/** A history that fails if it has the steps of one of the problems. */
function historyOf(steps: string[], problems: Record<string, string[]>): HistoryResult {
  const found = Object.keys(problems).filter((problem) => problems[problem]!.every((step) => steps.includes(step)));
  const named = steps.map((name, second) => ({ second, name }));
  return { seed: 1, problems: found, trace: [], steps: named, recoveryMs: 0 };
}

const shrunk = async (problems: Record<string, string[]>): Promise<string[]> => {
  const { steps } = await shrink(historyOf(STEPS, problems), (only) => Promise.resolve(historyOf(only, problems)));
  return steps.map(({ name }) => name);
};

it('only the steps remain without which a history does not fail', async () => {
  const needed = ['account 2: spend', 'fault: crash (2)'];
  expect(await shrunk({ 'credits are held for nothing: 3': needed })).toEqual(needed);
});

it('a history that fails in another way is not a shorter one', async () => {
  const needed = ['account 1: gift', 'account 1: buy', 'fault: flush'];
  expect(await shrunk({ 'a job waits: 1': needed, 'a hold is open: []': [] })).toEqual(needed);
});

it('a failure that needs no step is reduced to none', async () => {
  expect(await shrunk({ 'a job waits': [] })).toEqual([]);
});
