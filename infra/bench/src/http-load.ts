import type { RunningStack } from '@luit/local/running-stack';
import { newCreator } from '@luit/smoke/smoke-test';
import type { LuitClient } from '@luit/smoke/client';
import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks over a connection that is kept; answers the status. */
export function ask(agent: Agent, url: string, { method = 'GET', headers, body }: Asked = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sizes = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const asked = request(url, { agent, method, headers: { ...headers, ...sizes } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** Asks for a video. @throws Error where it was not accepted */
export async function generate(agent: Agent, api: string, token: string, words = ''): Promise<void> {
  const status = await ask(agent, `${api}/api/generate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ prompt: `A ferry crossing at dawn ${words}`, duration: 5, planId: '5s-480p' }),
  });
  if (status !== 202) throw new Error(`generate answered ${status}`);
}

/** How often a second so many callers, each asking again as soon as it was answered, get their answer. */
export async function perSecond(
  callers: number,
  roundMs: number,
  work: (caller: number) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() - start < roundMs) {
        await work(caller);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1_000);
}

/** A signed-in creator who bought so many of the largest pack, one after the other: an order that is open is not made again. */
export async function fundedCreator({ stack }: RunningStack, packs: number): Promise<LuitClient> {
  const creator = await newCreator(stack);
  for (let i = 0; i < packs; i++) await creator.buyPack('pro');
  return creator;
}

export function tokenOf(creator: LuitClient): string {
  return creator.session?.access_token ?? '';
}
