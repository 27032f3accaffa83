import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stack } from './running-stack';
import { identify } from './process-identity';
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

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

const hasStarted = () => existsSync(path.join(luitDir, 'stack.json'));
const runningPids = () => {
  const stack = JSON.parse(readFileSync(path.join(luitDir, 'stack.json'), 'utf8')) as Stack;
  return Object.values(stack.processes).map(({ pid }) => pid);
};

beforeAll(() => {
  execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-b', local]);
}, 60_000);

beforeEach(() => {
  luitDir = mkdtempSync(path.join(tmpdir(), 'luit-cli-'));
  started = [];
});

afterEach(async () => {
  for (const child of started) {
    child.kill('SIGTERM');
    await ended(child);
  }
  rmSync(luitDir, { recursive: true, force: true });
});

describe('npm start at a terminal', () => {
  it('prints the addresses, and Ctrl-C leaves nothing behind', async () => {
    const { child, output } = start();
    await until(() => output().includes('Luit is ready'));
    const pids = runningPids();
    child.kill('SIGINT');
    expect(await ended(child)).toBe(0);
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
    expect(hasStarted()).toBe(false);
  });

  it('takes the two signals of one keypress as one, and a second keypress as the end of patience', async () => {
    const { child, output } = start({ TINY_STUBBORN: 'yes' });
    await until(() => output().includes('Luit is ready'));
    const pids = runningPids();
    child.kill('SIGINT');
    child.kill('SIGINT');
    const log = path.join(luitDir, 'logs', 'front.log');
    await until(() => readFileSync(log, 'utf8').includes('not yet'));
    const isStillPatient = () => pids.every((pid) => identify(pid));
    expect(isStillPatient()).toBe(true);

    // Signals sent before the first keypress is over would be taken for it; each later one counts.
    const tookMs = await until(() => {
      child.kill('SIGINT');
      return child.exitCode !== null;
    });
    expect(tookMs).toBeLessThan(3_000);
    expect(child.exitCode).toBe(0);
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
  });

  it('stops while it is still starting', async () => {
    const { child } = start();
    await until(() => existsSync(path.join(luitDir, 'logs', 'base.log')));
    child.kill('SIGINT');
    expect(await ended(child)).toBe(0);
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
  });

  it('says in a plain sentence that it runs already', async () => {
    const first = start();
    await until(() => first.output().includes('Luit is ready'));
    const second = start();
    expect(await ended(second.child)).toBe(1);
    expect(second.output()).toMatch(/^Luit is already running at http:\/\/127\.0\.0\.1:\d+ /);
    expect(second.output().trim().split('\n')).toHaveLength(1);
  });

  it('does not outlive its own SIGKILL', async () => {
    const { child, output } = start();
    await until(() => output().includes('Luit is ready'));
    const orphans = runningPids();
    child.kill('SIGKILL');
    await until(() => orphans.every((pid) => !identify(pid)));
    expect(identify(orphans[0] ?? 0)).toBeUndefined();
  });

  it('cleans up after one that was killed with SIGKILL', async () => {
    const first = start();
    await until(() => first.output().includes('Luit is ready'));
    const orphans = runningPids();
    first.child.kill('SIGKILL');
    await ended(first.child);
    const second = start();
    await until(() => second.output().includes('Luit is ready'));
    expect(orphans.filter((pid) => identify(pid))).toEqual([]);
    expect(runningPids().filter((pid) => orphans.includes(pid))).toEqual([]);
  });
});
