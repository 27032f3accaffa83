import type { RunningStack } from '@luit/local/running-stack';
import { newCreator } from '@luit/smoke/smoke-test';
import type { LuitClient } from '@luit/smoke/client';
import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request over a keep-alive connection and returns the status. */
export function send(agent: Agent, url: string, options: RequestOptions = {}): Promise<number> {
  const { method = 'GET', headers, body } = options;
  return new Promise((resolve, reject) => {
    const sizes = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { agent, method, headers: { ...headers, ...sizes } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Requests a video. @throws Error if it is not accepted */
export async function generate(agent: Agent, api: string, token: string, directives = ''): Promise<void> {
  const status = await send(agent, `${api}/api/generate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ prompt: `A ferry crossing at dawn ${directives}`, duration: 5, planId: '5s-480p' }),
  });
  if (status !== 202) throw new Error(`generate responded with ${status}`);
}

/** Operations per second of `callers` that each start the next operation as soon as the last one is done (a closed loop). */
export async function perSecond(
  callers: number,
  roundMs: number,
  work: (caller: number) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  let completed = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() - start < roundMs) {
        await work(caller);
        completed += 1;
      }
    }),
  );
  return completed / ((performance.now() - start) / 1_000);
}

/** Signs up a creator and buys packs one after the other, because an open order of a pack is returned again. */
export async function fundedCreator({ stack }: RunningStack, packs: number): Promise<LuitClient> {
  const creator = await newCreator(stack);
  for (let i = 0; i < packs; i++) await creator.buyPack('pro');
  return creator;
}

export function tokenOf(creator: LuitClient): string {
  return creator.session?.access_token ?? '';
}
