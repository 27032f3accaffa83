import { openStack, planLuit } from '@luit/local/stack';
import type { RunningStack } from '@luit/local/running-stack';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { LiveConnection } from '@luit/smoke/live';
import { familyCpuMs, familyMemoryMb, ownCpuMs } from './budget/process-usage';
import { fundedCreator, tokenOf } from './http-load';
import type { Row } from './report';
import { pidOf } from './stack-bench';

/** P13: time and processor time of a warm start of the local stack, and its memory after one job. */
export async function benchStart(): Promise<Row[]> {
  const luitDir = await mkdtemp(path.join(tmpdir(), 'luit-start-'));
  const plan = planLuit({ ports: 'free', savesMemory: true });
  const open = () => openStack(luitDir, false, plan, () => undefined);
  try {
    const cold = await open();
    await cold.start();
    await cold.stop();

    const warm = await open();
    const before = { at: performance.now(), cpuMs: await familyCpuMs(process.pid) };
    await warm.start();
    try {
      const seconds = (performance.now() - before.at) / 1_000;
      const cpuSeconds = ((await familyCpuMs(process.pid)) + (await sessionsCpuMs(warm)) - before.cpuMs) / 1_000;
      await finishJob(warm);
      return [
        row('warm start of the local stack, without compiling', `${seconds.toFixed(1)} s`),
        row('processor time of it', `${cpuSeconds.toFixed(1)} s`),
        ...(await memoryRows(warm)),
      ];
    } finally {
      await warm.forceStop();
    }
  } finally {
    await rm(luitDir, { recursive: true });
  }
}

/** Postgres' sessions are not children of this process, but of the server. */
async function sessionsCpuMs(running: RunningStack): Promise<number> {
  const postgres = pidOf(running, 'postgres');
  return (await familyCpuMs(postgres)) - (await ownCpuMs(postgres));
}

async function finishJob(running: RunningStack): Promise<void> {
  const creator = await fundedCreator(running, 1);
  const live = await LiveConnection.open(running.stack.api, tokenOf(creator));
  await live.finalState(await creator.generate('A ferry at dawn'));
  live.close();
}

async function memoryRows({ stack }: RunningStack): Promise<Row[]> {
  const used = await Promise.all(
    Object.entries(stack.processes).map(async ([name, { pid }]) => ({ name, megabytes: await familyMemoryMb(pid) })),
  );
  const parts = used.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`).join(', ');
  const total = used.reduce((sum, { megabytes }) => sum + megabytes, 0);
  return [row(`memory after one job, shared pages divided (${parts})`, `${total.toFixed(0)} MiB`)];
}

function row(metric: string, ours: string): Row {
  return { id: 'P13', metric, ours, baseline: '–', ratio: '–', target: 'reported', isMet: null };
}
