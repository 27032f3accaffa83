import { Agent } from 'node:http';
import { send } from '../http-load';
import { median, p50, paired } from '../paired';
import { formatNumber, type Row } from '../report';
import { withStack } from '../stack-bench';
import { bearer, newProgram } from './programs';

const CALLS = 400;
const MAX_MS = 0.3;

/**
 * The time that the check of an API key adds to a request: the time of a request that is refused after the check, for a missing scope,
 * minus the time of a request that is refused before it, without a key. One at a time, so the figure is latency without load.
 */
export async function benchApiKeyCheck(): Promise<Row[]> {
  return withStack(async (running) => {
    const { keys } = await newProgram(running, 1, 1);
    // The key lacks the scope `billing:read`.
    const url = `${running.stack.api}/v1/balance`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const latency = (expected: number, headers: Record<string, string>) => () =>
      p50(CALLS, async () => {
        const status = await send(agent, url, { headers });
        if (status !== expected) throw new Error(`${url} responded with ${status}`);
      });
    const { ours, baseline } = await paired(latency(403, bearer(keys[0]!)), latency(401, {})).finally(() =>
      agent.destroy(),
    );
    const addedMs = median(ours.map((value, round) => value - baseline[round]!));
    return [
      {
        id: 'API',
        metric: 'check of an API key, added to a request, p50',
        ours: `${formatNumber(median(ours))} ms`,
        baseline: `${formatNumber(median(baseline))} ms without a key`,
        ratio: `${formatNumber(addedMs)} ms added`,
        target: `≤ ${MAX_MS} ms`,
        isMet: addedMs <= MAX_MS,
      },
    ];
  });
}
