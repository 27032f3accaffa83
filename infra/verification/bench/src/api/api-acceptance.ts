import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { generate, perSecond, send, tokenOf } from '../http-load';
import { paired } from '../paired';
import { pairRow, type Row } from '../report';
import { withStack } from '../stack-bench';
import { bearer, newPrograms } from './programs';

const CONNECTIONS = 64;
const CREATORS = 16;
const PACKS_EACH = 20;
const ROUND_MS = 1_500;
const ROUNDS = 6;

/**
 * Accepted `POST /v1/videos` per second, compared with `POST /api/generate` of the same accounts. Workers are stopped, so that only
 * acceptance and the relay use CPU time.
 */
export async function benchApiAcceptance(): Promise<Row[]> {
  return withStack(async (running) => {
    const programs = await newPrograms(running, CREATORS, PACKS_EACH, 1);
    await running.stopProcess('worker-1');
    const { api } = running.stack;
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const byProgram = (work: (token: string, key: string) => Promise<void>) => () =>
      perSecond(CONNECTIONS, ROUND_MS, async (caller) => {
        const { creator, keys } = programs[caller % programs.length]!;
        await work(tokenOf(creator), keys[0]!);
      });
    const ours = byProgram((_token, key) => createVideo(agent, api, key));
    const web = byProgram((token) => generate(agent, api, token));
    const pair = await paired(ours, web, ROUNDS).finally(() => agent.destroy());
    return [pairRow('API', 'accepted POST /v1/videos ÷ POST /api/generate', pair, '/s', { atLeast: 0.9 })];
  });
}

/** Requests a video with a key. @throws Error if it is not accepted */
async function createVideo(agent: Agent, api: string, key: string): Promise<void> {
  const status = await send(agent, `${api}/v1/videos`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...bearer(key) },
    body: JSON.stringify({ prompt: 'A ferry crossing at dawn', seconds: '5' }),
  });
  if (status !== 200) throw new Error(`POST /v1/videos responded with ${status}`);
}
