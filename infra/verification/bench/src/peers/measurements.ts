import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@luit/smoke/until';
import { quantile } from '../paired';
import { SUCCEEDS_EVERY } from './vendor';
import { memoryOf, openPostgres, type PaidJobs, usageOf } from './paid-jobs';

const CONNECTIONS = 64;
const BETWEEN_ORDERS_MS = 100;
const WAIT_MS = 240_000;
const REPEAT_MS = 250;
/** Postgres' sessions report their commits when they are idle, after ten seconds at most. */
const REPORTED_MS = 11_000;

const PROMPT = 'A ferry crossing at dawn';
/** Both ends of a job are part of each measurement. */
const succeeds = (index: number): boolean => index % SUCCEEDS_EVERY === 0;
export const promptOf = (index: number): string => (succeeds(index) ? PROMPT : `${PROMPT} [fail:technical]`);

/** As a client that repeats its request, with its key, until it has an answer. @returns the id of the job */
export async function orderUntilAccepted(
  system: PaidJobs,
  agent: Agent,
  index: number,
  prompt: string,
  key: string = randomUUID(),
): Promise<string> {
  const endsAt = Date.now() + WAIT_MS;
  for (;;) {
    const customer = index % system.customers.length;
    const answer = await system.order(agent, customer, key, prompt).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 202) return answer.id;
    if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 409)
      throw new Error(`${system.name} responded with ${answer.status}`);
    if (Date.now() > endsAt) throw new Error(`${system.name} accepted no order for ${WAIT_MS} ms`);
    await pause(REPEAT_MS);
  }
}

export interface Latency {
  startP50: number;
  startP99: number;
  pushP50: number;
  commits: number;
  redisCommands: number;
  cpuMs: number;
}

/** Single jobs, ten a second: from the order to the vendor, from the vendor to the owner, and what one costs. */
export async function latencyOf(system: PaidJobs, jobs: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true });
  const before = await usageOf(system);
  const orderedAt = new Map<string, number>();
  const failing = new Set<string>();
  await Promise.all(
    Array.from({ length: jobs }, async (_, i) => {
      await pause(i * BETWEEN_ORDERS_MS);
      const at = Date.now();
      const id = await orderUntilAccepted(system, agent, i, promptOf(i));
      orderedAt.set(id, at);
      if (!succeeds(i)) failing.add(id);
    }),
  );
  agent.destroy();
  const ids = [...orderedAt.keys()];
  await until(
    `the pushes of ${system.name}`,
    () => (ids.every((id) => system.pushed.has(id)) ? true : undefined),
    WAIT_MS,
  );
  await pause(REPORTED_MS);
  const after = await usageOf(system);
  const purchases = await system.purchases(ids);
  const { pushed } = system;
  const starts = ids.map((id) => purchases.get(id)!.firstAt - orderedAt.get(id)!);
  // Luit copies, checks and labels the video of a job that succeeded, before it pushes.
  const ends = ids.filter((id) => failing.has(id)).map((id) => pushed.get(id)! - purchases.get(id)!.finishedAt!);
  return {
    startP50: quantile(starts, 0.5),
    startP99: quantile(starts, 0.99),
    pushP50: quantile(ends, 0.5),
    commits: (after.commits - before.commits) / jobs,
    redisCommands: (after.redisCommands - before.redisCommands) / jobs,
    cpuMs: (after.cpuMs - before.cpuMs) / jobs,
  };
}

export interface Accepted {
  perSecond: number;
  perProcessorSecond: number;
}

/**
 * Orders from 64 connections while no worker runs. A number of orders, not a time, so that processes are equally warm on a slow machine.
 */
export async function accepted(system: PaidJobs, orders: number): Promise<Accepted> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let missing = orders;
  const before = await usageOf(system);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, caller) => {
      while (missing > 0) {
        missing -= 1;
        await orderUntilAccepted(system, agent, caller, PROMPT);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  const after = await usageOf(system);
  agent.destroy();
  return { perSecond: orders / seconds, perProcessorSecond: orders / ((after.cpuMs - before.cpuMs) / 1_000) };
}

/** MiB of all processes while as many jobs wait. */
export async function memoryWithWaiting(system: PaidJobs, jobs: number): Promise<number> {
  const database = await openPostgres(system);
  const waiting = (await system.jobs(database)).filter(({ state }) => state === 'waiting').length;
  await database.end();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let missing = Math.max(0, jobs - waiting);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, caller) => {
      while (missing > 0) {
        missing -= 1;
        await orderUntilAccepted(system, agent, caller, PROMPT);
      }
    }),
  );
  agent.destroy();
  return memoryOf(system);
}
