import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { flushRedis, openPostgres, type PaidJobs, PRICE, processesOf } from './paid-jobs';
import { orderUntilAccepted, promptOf } from './measurements';

const BETWEEN_FAULTS_MS = 1_500;
const POLL_MS = 250;

export interface Survival {
  /** Purchases beyond the first of each job, and jobs beyond the first of each order. */
  bought: number;
  /** Jobs that had been accepted and did not end in time. */
  lost: number;
  /** Accounts whose balance is not what it was without their jobs that succeeded or still wait. */
  wrong: number;
  /** Seconds from the last fault until no job was waiting. */
  recoveredSeconds: number;
}

/**
 * Orders jobs, each twice with the same key, while every process is killed in turn and Redis, where there is one, is flushed; then waits.
 *
 * @param waitSeconds after the last fault, before a job counts as lost
 */
export async function survivalOf(system: PaidJobs, orders: number, waitSeconds: number): Promise<Survival> {
  const before = await read(system);
  const known = new Set(before.jobs.map(({ id }) => id));
  const faults = injectFaults(system);
  const agent = new Agent({ keepAlive: true });
  const accepted = new Set<string>();
  let isOver = false;
  void faults.finally(() => (isOver = true)).catch(() => undefined);
  const sending: Promise<void>[] = [];
  // The last orders arrive after the last fault, if the faults take longer than the orders.
  for (let i = 0; i < orders; i++) {
    const key = randomUUID();
    for (const _ of ['original', 'duplicate'])
      sending.push(orderUntilAccepted(system, agent, i, promptOf(i), key).then((id) => void accepted.add(id)));
    await pause(isOver ? 0 : (faultSeconds(system) * 1_000) / orders);
  }
  await faults;
  const lastFaultAt = Date.now();
  await Promise.all(sending);
  agent.destroy();
  let after = await read(system);
  const own = () => after.jobs.filter(({ id }) => !known.has(id));
  const lost = () => [...accepted].filter((id) => (after.states.get(id) ?? 'waiting') === 'waiting').length;
  const wrong = () => {
    const kept = own().filter(({ state }) => state !== 'failed');
    return system.customers.filter(({ account }) => {
      const spent = (before.balances.get(account) ?? 0) - (after.balances.get(account) ?? 0);
      return spent !== kept.filter((job) => job.account === account).length * PRICE;
    }).length;
  };
  // Luit returns the credits of a job just after the job has ended.
  while (lost() + wrong() > 0 && Date.now() < lastFaultAt + waitSeconds * 1_000) {
    await pause(POLL_MS);
    after = await read(system);
  }
  const recoveredSeconds = (Date.now() - lastFaultAt) / 1_000;
  const purchases = await system.purchases(own().map(({ id }) => id));
  const repeated = [...purchases.values()].reduce((sum, { times }) => sum + times - 1, 0);
  return {
    bought: repeated + Math.max(0, own().length - orders),
    lost: lost(),
    wrong: wrong(),
    recoveredSeconds,
  };
}

async function read(system: PaidJobs) {
  const database = await openPostgres(system);
  try {
    const jobs = await system.jobs(database);
    const states = new Map(jobs.map(({ id, state }) => [id, state]));
    return { jobs, states, balances: await system.balances(database) };
  } finally {
    await database.end();
  }
}

/** About how long the faults take if each process is ready again after two seconds. */
const faultSeconds = (system: PaidJobs): number => (processesOf(system).length + 1) * (BETWEEN_FAULTS_MS / 1_000 + 2);

async function injectFaults(system: PaidJobs): Promise<void> {
  const { running } = system;
  for (const name of processesOf(system)) {
    await pause(BETWEEN_FAULTS_MS);
    running.kill(name, 'SIGKILL');
    await pause(BETWEEN_FAULTS_MS);
    await running.untilReady(name);
  }
  if (!running.stack.processes.redis) return;
  await pause(BETWEEN_FAULTS_MS);
  await flushRedis(system);
}
