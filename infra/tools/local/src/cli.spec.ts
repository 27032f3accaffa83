import { transpile } from '@luit/local/transpile';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stack } from './running-stack';
import { identify } from './process-identity';
import { STOP_GRACE_MS } from './supervisor';
import { until } from './testing/until';

const local = path.resolve(__dirname, '..');
let luitDir: string;
let started: ChildProcess[];

function start(env: Record<string, string> = {}): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [path.join(local, 'dist', 'testing', 'tiny-main.js')], {
    env: { PATH: process.env.PATH, TINY_DIR: luitDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  return { child, output: () => text };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

const hasStarted = () => existsSync(path.join(luitDir, 'stack.json'));
const runningPids = () => {
  const stack = JSON.parse(readFileSync(path.join(luitDir, 'stack.json'), 'utf8')) as Stack;
  return Object.values(stack.processes).map(({ pid }) => pid);
};

beforeAll(async () => expect(await transpile([local])).toEqual([]), 60_000);

beforeEach(() => {
  luitDir = mkdtempSync(path.join(tmpdir(), 'luit-cli-'));
  started = [];
});

afterEach(async () => {
  for (const child of started) {
    child.kill('SIGTERM');
    await exitCode(child);
  }
  rmSync(luitDir, { recursive: true, force: true });
});

describe('npm start in a terminal', () => {
  it('prints the URLs, and Ctrl-C ends every process', async () => {
    const { child, output } = start();
    await until(() => output().includes('Luit is ready'));
    const pids = runningPids();
    child.kill('SIGINT');
    expect(await exitCode(child)).toBe(0);
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
    expect(hasStarted()).toBe(false);
  });

  it('treats two signals of one keypress as one, and force-stops on a second keypress', async () => {
    const { child, output } = start({ TINY_STUBBORN: 'yes' });
    await until(() => output().includes('Luit is ready'));
    const pids = runningPids();
    child.kill('SIGINT');
    child.kill('SIGINT');
    const log = path.join(luitDir, 'logs', 'front.log');
    await until(() => readFileSync(log, 'utf8').includes('ignoring SIGTERM'));
    const isStillStopping = () => pids.every((pid) => identify(pid));
    expect(isStillStopping()).toBe(true);

    const pressedAt = performance.now();
    // Signals within the window of the first keypress are ignored; each later one counts.
    await until(() => {
      child.kill('SIGINT');
      return child.exitCode !== null;
    });
    expect(child.exitCode).toBe(0);
    // Without the second keypress, the stubborn process lives as long as its grace.
    expect(performance.now() - pressedAt).toBeLessThan(STOP_GRACE_MS);
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
  });

  it('can be stopped while it starts', async () => {
    const { child } = start();
    await until(() => existsSync(path.join(luitDir, 'logs', 'base.log')));
    child.kill('SIGINT');
    expect(await exitCode(child)).toBe(0);
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
  });

  it('a second start reports the running stack in one line', async () => {
    const first = start();
    await until(() => first.output().includes('Luit is ready'));
    const second = start();
    expect(await exitCode(second.child)).toBe(1);
    expect(second.output()).toMatch(/^Luit is already running at http:\/\/127\.0\.0\.1:\d+ /);
    expect(second.output().trim().split('\n')).toHaveLength(1);
  });

  it('its processes end when it is killed with SIGKILL', async () => {
    const { child, output } = start();
    await until(() => output().includes('Luit is ready'));
    const orphans = runningPids();
    child.kill('SIGKILL');
    await until(() => orphans.every((pid) => !identify(pid)));
    expect(identify(orphans[0] ?? 0)).toBeUndefined();
  });

  it('a new start ends the processes of a supervisor that was killed with SIGKILL, also those that ignore SIGTERM', async () => {
    const first = start({ TINY_STUBBORN: 'yes' });
    await until(() => first.output().includes('Luit is ready'));
    const orphans = runningPids();
    first.child.kill('SIGKILL');
    await exitCode(first.child);
    const second = start();
    await until(() => second.output().includes('Luit is ready'));
    expect(orphans.filter((pid) => identify(pid))).toEqual([]);
    expect(runningPids().filter((pid) => orphans.includes(pid))).toEqual([]);
  });
});
