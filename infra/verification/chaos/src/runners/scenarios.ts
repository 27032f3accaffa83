import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { INSTANCE } from './prepare-runners';
import type { RunnerCluster } from './runner-cluster';

const LEASE_MS = 30_000;
/** A job of a runner that disappeared goes on elsewhere within this time. */
const LIMIT_MS = LEASE_MS + 15_000;

interface Ended {
  provider: string;
  state: string;
  outputs: number;
}

async function ended(runners: RunnerCluster, id: string): Promise<Ended> {
  return until('the request to end', async () => {
    const [row] = await runners.cluster.sql<Ended>(
      `SELECT provider, state, (output_key IS NOT NULL)::int AS outputs FROM generation.requests
        WHERE id = $1 AND completed_at IS NOT NULL`,
      [id],
    );
    return row;
  });
}

async function assertMade(runners: RunnerCluster, id: string, provider?: string): Promise<void> {
  const made = await ended(runners, id);
  assert.equal(made.state, 'succeeded');
  if (provider) assert.equal(made.provider, provider);
  await runners.cluster.untilIdle();
  assert.deepEqual(await runners.cluster.violations(), {});
}

/** @returns milliseconds from the claim until the end */
export async function oneVideo(runners: RunnerCluster, creator: LuitClient): Promise<number> {
  const startedAt = Date.now();
  const id = await creator.generate('A river, made at home');
  await assertMade(runners, id, INSTANCE);
  return Date.now() - startedAt;
}

/**
 * Two runners share a token. One is killed, and the other one makes its job. The killed one starts again, and gives its old lease up.
 *
 * @returns milliseconds until the other runner has the job
 */
export async function killOneOfTwo(runners: RunnerCluster, creator: LuitClient): Promise<number> {
  const id = await creator.generate('Killed [slow:4]');
  const first = await runners.jobOf(id, 'running');
  const [victim] = await machineOf(runners, first.runner_id);
  await victim!.kill();
  const killedAt = Date.now();
  const waitedMs = await until('another runner to have the job', async () => {
    const job = await runners.jobOf(id, 'running', 'succeeded');
    return job.runner_id === first.runner_id ? undefined : Date.now() - killedAt;
  });
  assert(waitedMs <= LIMIT_MS, `waited ${waitedMs} ms`);
  await assertMade(runners, id, INSTANCE);
  victim!.boot();
  const givenUp = new RegExp(`(Lost the job|Luit refused the result) job=${first.id}`);
  await until('the restarted runner to give its old lease up', () => givenUp.test(victim!.output) || undefined);
  return waitedMs;
}

/** The only runner is killed and starts again: it continues its job at once. @returns milliseconds from the restart to the end */
export async function restart(runners: RunnerCluster, creator: LuitClient): Promise<number> {
  const id = await creator.generate('Restarted [slow:6]');
  const job = await runners.jobOf(id, 'running');
  const [machine] = await machineOf(runners, job.runner_id);
  await until('the task to be at the server', () => machine!.output.includes(job.id) || undefined);
  await pause(1_500);
  await machine!.kill();
  machine!.boot();
  const bootedAt = Date.now();
  await assertMade(runners, id, INSTANCE);
  assert.equal((await runners.jobOf(id, 'succeeded')).lease, job.lease, 'the lease was lost');
  return Date.now() - bootedAt;
}

/** All runners freeze: the next route makes the video, and what the runners do later changes nothing. */
export async function freezeAll(runners: RunnerCluster, creator: LuitClient): Promise<number> {
  const id = await creator.generate('Frozen [slow:4]');
  await runners.jobOf(id, 'running');
  for (const machine of runners.machines) machine.signal('SIGSTOP');
  const frozenAt = Date.now();
  const waitedMs = await until('the next route to have the job', async () => {
    const [row] = await runners.cluster.sql<{ provider: string; state: string }>(
      'SELECT provider, state FROM generation.requests WHERE id = $1',
      [id],
    );
    return row!.provider !== INSTANCE && row!.state !== 'pending' ? Date.now() - frozenAt : undefined;
  });
  assert(waitedMs <= LIMIT_MS, `waited ${waitedMs} ms`);
  for (const machine of runners.machines) machine.signal('SIGCONT');
  await assertMade(runners, id);
  return waitedMs;
}

/** The server behind both runners restarts while it makes one video and another one waits there. It makes both again. */
export async function restartServer(runners: RunnerCluster, creator: LuitClient): Promise<number> {
  const ids = [await creator.generate('Forgotten [slow:6]'), await creator.generate('Forgotten in the queue [slow:6]')];
  for (const id of ids) {
    const { id: jobId } = await runners.jobOf(id, 'running');
    await until('the task to be at the server', () => {
      return runners.machines.some(({ output }) => output.includes(jobId)) || undefined;
    });
  }
  await pause(1_500);
  await runners.restartServer();
  const restartedAt = Date.now();
  for (const id of ids) await assertMade(runners, id, INSTANCE);
  return Date.now() - restartedAt;
}

/** The connection is cut for a part of a lease: the same runner delivers. */
export async function cutShort(runners: RunnerCluster, creator: LuitClient): Promise<void> {
  const id = await creator.generate('Cut for ten seconds [slow:4]');
  const job = await runners.jobOf(id, 'running');
  for (const machine of runners.machines) machine.cut();
  await pause(10_000);
  for (const machine of runners.machines) machine.reconnect();
  await assertMade(runners, id, INSTANCE);
  assert.equal((await runners.jobOf(id, 'succeeded')).runner_id, job.runner_id);
}

/** The gateway is replaced while an output waits for its upload. */
export async function replaceGateway(runners: RunnerCluster, creator: LuitClient): Promise<void> {
  const id = await creator.generate('While the gateway is replaced [slow:4]');
  const { id: jobId } = await runners.jobOf(id, 'running');
  await runners.cluster.running.stopProcess('gateway');
  const isFinished = () => runners.machines.some(({ output }) => output.includes(`Output finished job=${jobId}`));
  await until('the output to be finished', () => isFinished() || undefined);
  await runners.cluster.running.startProcess('gateway');
  for (const machine of runners.machines) machine.forwardTo(runners.gatewayPort);
  await assertMade(runners, id, INSTANCE);
}

/**
 * The connection is cut for longer than a lease, and no other route exists. The request times out, and its credits are returned. Then the
 * output arrives, and its owner gets it free of charge.
 */
export async function lateAfterRefund(runners: RunnerCluster, creator: LuitClient): Promise<void> {
  const { cluster } = runners;
  const before = (await creator.balance()).credits;
  const vendors = ['replicate', 'fal', 'ark'];
  const setVendors = (isOut: boolean) =>
    cluster.sql(
      `UPDATE generation.provider_instances SET state = $2, state_by = uuidv7(), state_reason = 'Test' WHERE id = ANY ($1)`,
      [vendors, isOut ? 'draining' : 'on'],
    );
  await setVendors(true);
  try {
    const id = await creator.generate('Late [slow:4]');
    await runners.jobOf(id, 'running');
    for (const machine of runners.machines) machine.cut();
    await runners.jobOf(id, 'lost');
    await until('the request to wait again', async () => {
      const [row] = await cluster.sql<{ state: string }>('SELECT state FROM generation.requests WHERE id = $1', [id]);
      return row!.state === 'pending' || undefined;
    });
    await cluster.sql(`UPDATE generation.requests SET deadline_at = now() WHERE id = $1`, [id]);
    assert.equal((await ended(runners, id)).state, 'failed');
    await cluster.untilIdle();
    assert.equal((await creator.balance()).credits, before);
    for (const machine of runners.machines) machine.reconnect();
    await until('the late output to be attached', async () => {
      const [row] = await cluster.sql<{ late: string | null }>(
        'SELECT late_output_key AS late FROM generation.requests WHERE id = $1',
        [id],
      );
      return row!.late ?? undefined;
    });
    assert.equal((await creator.balance()).credits, before);
    assert.deepEqual(await cluster.violations(), {});
  } finally {
    await setVendors(false);
  }
}

/** The machine whose folder has this id. */
async function machineOf(runners: RunnerCluster, runnerId: string | null) {
  const ids = await Promise.all(runners.machines.map(({ folder }) => readFile(`${folder}/id`, 'utf8')));
  return runners.machines.filter((_, i) => ids[i] === runnerId);
}
