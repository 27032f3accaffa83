import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningStack, Stack } from './running-stack';
import { identify } from './process-identity';
import { isHttpReady } from './readiness';
import { openStack } from './stack';
import { tinyPlan } from './testing/tiny-plan';
import { until } from './testing/until';

let luitDir: string;
let lines: string[];
let running: RunningStack | undefined;

const log = (line: string) => lines.push(line);
const stackFile = () => path.join(luitDir, 'stack.json');
const readStack = () => JSON.parse(readFileSync(stackFile(), 'utf8')) as Stack;
const grandchildren = (name: string) =>
  [...readFileSync(path.join(luitDir, 'logs', `${name}.log`), 'utf8').matchAll(/grandchild (\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

async function open(plan = tinyPlan()): Promise<RunningStack> {
  running = await openStack(luitDir, false, plan, log);
  return running;
}

beforeEach(() => {
  luitDir = mkdtempSync(path.join(tmpdir(), 'luit-stack-'));
  lines = [];
});

afterEach(async () => {
  await running?.forceStop();
  running = undefined;
  rmSync(luitDir, { recursive: true, force: true });
});

describe('a local stack', () => {
  it('stack.json is written once everything is ready, and stopping ends every process', async () => {
    const stack = await open();
    expect(existsSync(stackFile())).toBe(false);
    await stack.start();
    const written = readStack();
    expect(written).toEqual(stack.stack);
    expect(await isHttpReady(written.web)).toBe(true);
    const pids = [
      ...Object.values(written.processes).map(({ pid }) => pid),
      ...grandchildren('base'),
      ...grandchildren('front'),
    ];
    expect(pids).toHaveLength(4);

    await stack.stop();
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
    expect(readdirSync(luitDir)).not.toEqual(expect.arrayContaining(['stack.json', 'run.json']));
  });

  it.each(['base', 'front'])('a killed %s is restarted within a second on the same port', async (name) => {
    const stack = await open();
    await stack.start();
    const before = readStack();
    stack.kill(name, 'SIGKILL');
    const took = await until(() => readStack().processes[name]?.pid !== before.processes[name]?.pid);
    expect(took).toBeLessThan(1000);
    await stack.untilReady(name);
    expect(await isHttpReady(before.web)).toBe(true);
    expect(identify(grandchildren(name)[0] ?? 0)).toBeUndefined();
    expect(lines.join('\n')).toContain(`${name} exited (SIGKILL)`);
  });

  it('a process that was stopped on purpose stays down until it is started', async () => {
    const stack = await open();
    await stack.start();
    await stack.stopProcess('front');
    expect(stack.stack.processes.front).toBeUndefined();
    expect(await isHttpReady(stack.stack.web)).toBe(false);
    await stack.startProcess('front');
    expect(await isHttpReady(stack.stack.web)).toBe(true);
  });

  it('stopping ends a frozen process', async () => {
    const stack = await open();
    await stack.start();
    const pid = stack.stack.processes.front?.pid ?? 0;
    stack.kill('front', 'SIGSTOP');
    await stack.stop();
    expect(identify(pid)).toBeUndefined();
  });

  it('a restart in flight starts nothing once the stack is being stopped', async () => {
    const stack = await open();
    await stack.start();
    const restarted = stack.restart('front');
    await stack.stop();
    await restarted;
    expect(stack.stack.processes).toEqual({});
  });

  it('a process that never becomes ready fails the start with the end of its log and stops the others', async () => {
    const stack = await open(tinyPlan({ broken: true }));
    await expect(stack.start()).rejects.toThrow(/front does not start[^]*front is broken/);
    expect(stack.stack.processes).toEqual({});
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
  });

  it('a second start names the running stack', async () => {
    const stack = await open();
    await stack.start();
    await expect(openStack(luitDir, false, tinyPlan(), log)).rejects.toThrow(`already running at ${stack.stack.web}`);
    expect(await isHttpReady(stack.stack.web)).toBe(true);
  });

  it('a start ends the orphans of a killed supervisor', async () => {
    const stack = await open(tinyPlan({ stubborn: true }));
    await stack.start();
    const record = path.join(luitDir, 'run.json');
    const left = JSON.parse(readFileSync(record, 'utf8')) as { supervisor: { startedAt: string }; processes: object };
    const pids = Object.values(readStack().processes).map(({ pid }) => pid);
    writeFileSync(record, JSON.stringify({ ...left, supervisor: { pid: process.pid, startedAt: 'another boot' } }));

    // The first supervisor is still alive in this test; it must not restart what the second one ends.
    const second = openStack(luitDir, false, tinyPlan(), log);
    await stack.forceStop();
    running = await second;
    await running.start();
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
    expect(await isHttpReady(running.stack.web)).toBe(true);
  });

  it.each([
    ['a truncated run record', '{"supervisor":'],
    [
      'the run record of a process that no longer exists',
      '{"supervisor":{"pid":1,"startedAt":"x"},"processes":{"a":{"pid":1,"startedAt":"x","stopSignal":"SIGTERM"}}}',
    ],
  ])('a start replaces %s', async (_name, content) => {
    writeFileSync(path.join(luitDir, 'run.json'), content);
    writeFileSync(stackFile(), '{}');
    const stack = await open();
    expect(existsSync(stackFile())).toBe(false);
    await stack.start();
    expect(await isHttpReady(readStack().web)).toBe(true);
  });

  it('a busy requested port is reported', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await until(() => other.listening);
    const { port } = other.address() as AddressInfo;
    await expect(open(tinyPlan({ requestedPort: port }))).rejects.toThrow(`Port ${port} (LUIT_PORT) is already in use`);
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
    other.close();
  });
});
