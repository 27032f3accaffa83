import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restartDelay, SupervisedProcess } from './supervised-process';

it('the restart delay grows with consecutive crashes, up to 5 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 20].map(restartDelay)).toEqual([0, 0, 200, 400, 800, 1600, 3200, 5000, 5000]);
});

it('starting a running process does not spawn it again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-supervised-'));
  const pids: number[] = [];
  const definition = {
    name: 'sleeper',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    env: {},
    stopSignal: 'SIGTERM' as const,
    metrics: null,
    isReady: () => Promise.resolve(true),
  };
  const events = { started: (_: string, { pid }: { pid: number }) => pids.push(pid), ended: () => {}, log: () => {} };
  const sleeper = new SupervisedProcess(definition, path.join(folder, 'log'), events);
  try {
    await sleeper.start();
    await sleeper.start();
    expect(pids).toHaveLength(1);
    await sleeper.stop(10_000);
    expect(() => process.kill(pids[0]!, 0)).toThrow('ESRCH');
    await sleeper.start();
    expect(pids).toHaveLength(2);
  } finally {
    await sleeper.stop(10_000);
    for (const pid of pids.slice(0, -1)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already exited.
      }
    }
    rmSync(folder, { recursive: true });
  }
});

it('a process that is not ready in the time it may take does not start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-supervised-'));
  const definition = {
    name: 'slow',
    command: process.execPath,
    args: ['-e', 'console.log("warming up"); setInterval(() => {}, 1000)'],
    env: {},
    stopSignal: 'SIGTERM' as const,
    metrics: null,
    isReady: () => Promise.resolve(false),
    readyTimeoutMs: 1,
  };
  const events = { started: () => {}, ended: () => {}, log: () => {} };
  const slow = new SupervisedProcess(definition, path.join(folder, 'log'), events);
  try {
    await expect(slow.start()).rejects.toThrow('slow does not start');
  } finally {
    await slow.stop(10_000);
    rmSync(folder, { recursive: true });
  }
});
