import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { send, perSecond, fundedCreator, tokenOf } from './http-load';
import { paired } from './paired';
import { pairRow, type Row } from './report';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const CONNECTIONS = 64;
const ROUND_MS = 1_500;

/** P9: compares `GET /api/requests/{id}`, also with `If-None-Match`, with a plain Fastify route with the same body. */
export async function benchRequests(): Promise<Row[]> {
  return withStack(async (running) => {
    const creator = await fundedCreator(running, 1);
    const id = await creator.generate('A ferry crossing at dawn');
    const url = `${running.stack.api}/api/requests/${id}`;
    const headers = { authorization: `Bearer ${tokenOf(creator)}` };
    const database = await openDatabase(running);
    // The credits are settled last.
    const settled = `SELECT money_state = 'captured' AS answer FROM generation.requests WHERE id = $1`;
    await untilTrue(database, settled, [id]);
    await database.end();
    const response = await fetch(url, { headers });
    const bare = fork(join(__dirname, 'bare-route.js'), [await response.text()]);
    const [port] = (await once(bare, 'message')) as [number];
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const rate = (target: string, expected: number, sent: Record<string, string>): Promise<number> =>
      perSecond(CONNECTIONS, ROUND_MS, async () => {
        const status = await send(agent, target, { headers: sent });
        if (status !== expected) throw new Error(`${target} responded with ${status}`);
      });
    const baseline = (): Promise<number> => rate(`http://127.0.0.1:${port}/`, 200, headers);
    const full = await paired(() => rate(url, 200, headers), baseline);
    const conditional = { ...headers, 'if-none-match': response.headers.get('etag') ?? '' };
    const unchanged = await paired(() => rate(url, 304, conditional), baseline);
    agent.destroy();
    bare.disconnect();
    return [
      pairRow('P9', 'GET /api/requests/{id} ÷ a plain Fastify route', full, '/s', { atLeast: 0.3 }),
      pairRow('P9', 'the same with If-None-Match', unchanged, '/s', { atLeast: 0.5 }),
    ];
  });
}
