import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { SafetyBody, StoredSafetySettings } from '@luit/contracts/generation/safety';
import { OperatorClient } from '@luit/smoke/operator-client';
import { Agent } from 'node:http';
import { fundedCreator, generate, tokenOf } from './http-load';
import { median, p50, paired } from './paired';
import { formatNumber, type Row } from './report';
import { withStack } from './stack-bench';

const PACKS = 40;
const CALLS = 100;
const ROUNDS = 6;
/** Milliseconds that the checks may add to the median acceptance. */
const MOST_MS = 5;
/** A prompt as long as those of careful users. */
const MORE_WORDS =
  'seen from the bank, mist above the water, a fisherman folds his net, children wave from the deck, soft morning light, slow camera from left to right, muted colors';

/**
 * `safety`: the time that the checks of prompts add to `POST /api/generate`, one request after the other. The baseline has all categories
 * off except minors, which are always checked. Workers are stopped, and there is no classifier.
 */
export async function benchSafetyChecks(): Promise<Row[]> {
  return withStack(async (running) => {
    const operator = await OperatorClient.signIn(running.stack);
    const token = tokenOf(await fundedCreator(running, PACKS));
    await running.stopProcess('worker-1');
    const agent = new Agent({ keepAlive: true });
    const acceptance = (verdict: 'refuse' | 'off') => async () => {
      const changed = SAFETY_CATEGORIES.filter((name) => name !== 'minors').map((name) => [
        name,
        { verdict, words: [] },
      ]);
      const { changedAt: basedOn } = await operator.get<StoredSafetySettings>('safety');
      const categories = Object.fromEntries(changed) as SafetyBody['categories'];
      await operator.send('PUT', 'safety', { categories, basedOn, reason: 'A measurement' });
      // The first request compiles the lists.
      await generate(agent, running.stack.api, token);
      return p50(CALLS, () => generate(agent, running.stack.api, token, MORE_WORDS));
    };
    const pair = await paired(acceptance('refuse'), acceptance('off'), ROUNDS).finally(() => agent.destroy());
    const [on, off] = [median(pair.ours), median(pair.baseline)];
    return [
      {
        id: 'safety',
        metric: `acceptance with and without the checks of prompts, p50; ${formatNumber(on - off)} ms more`,
        ours: `${formatNumber(on)} ms`,
        baseline: `${formatNumber(off)} ms`,
        ratio: formatNumber(pair.ratio.median),
        target: `≤ ${MOST_MS} ms more`,
        isMet: on - off <= MOST_MS,
      },
    ];
  });
}
