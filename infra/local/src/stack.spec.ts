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
let said: string[];
let running: RunningStack | undefined;

const say = (line: string) => said.push(line);
const stackFile = () => path.join(luitDir, 'stack.json');
const readStack = () => JSON.parse(readFileSync(stackFile(), 'utf8')) as Stack;
const grandchildren = (name: string) =>
  [...readFileSync(path.join(luitDir, 'logs', `${name}.log`), 'utf8').matchAll(/grandchild (\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

async function open(plan = tinyPlan()): Promise<RunningStack> {
  running = await openStack(luitDir, false, plan, say);
  return running;
}

beforeEach(() => {
  luitDir = mkdtempSync(path.join(tmpdir(), 'luit-stack-'));
  said = [];
});

afterEach(async () => {
  await running?.forceStop();
  running = undefined;
  rmSync(luitDir, { recursive: true, force: true });
});

describe('a local stack', () => {
  it('writes stack.json when everything is ready, and leaves nothing running when it stops', async () => {
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

  it.each(['base', 'front'])('starts %s again within a second, on the same port, when it is killed', async (name) => {
    const stack = await open();
    await stack.start();
    const before = readStack();
    stack.kill(name, 'SIGKILL');
    const took = await until(() => readStack().processes[name]?.pid !== before.processes[name]?.pid);
    expect(took).toBeLessThan(1000);
    await stack.untilReady(name);
    expect(await isHttpReady(before.web)).toBe(true);
    expect(identify(grandchildren(name)[0] ?? 0)).toBeUndefined();
    expect(said.join('\n')).toContain(`${name} ended (SIGKILL)`);
  });

  it('leaves a process down that was stopped on purpose, until it is started', async () => {
    const stack = await open();
    await stack.start();
    await stack.stopProcess('front');
    expect(stack.stack.processes.front).toBeUndefined();
    expect(await isHttpReady(stack.stack.web)).toBe(false);
    await stack.startProcess('front');
    expect(await isHttpReady(stack.stack.web)).toBe(true);
  });

  it('ends a frozen process when it stops', async () => {
    const stack = await open();
    await stack.start();
    const pid = stack.stack.processes.front?.pid ?? 0;
    stack.kill('front', 'SIGSTOP');
    await stack.stop();
    expect(identify(pid)).toBeUndefined();
  });

  it('gives up with the end of the log when a process never gets ready, and takes the rest down', async () => {
    const stack = await open(tinyPlan({ broken: true }));
    await expect(stack.start()).rejects.toThrow(/front does not start[^]*front is broken/);
    expect(stack.stack.processes).toEqual({});
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
  });

  it('names the running one when it is started twice', async () => {
    const stack = await open();
    await stack.start();
    await expect(openStack(luitDir, false, tinyPlan(), say)).rejects.toThrow(`already running at ${stack.stack.web}`);
    expect(await isHttpReady(stack.stack.web)).toBe(true);
  });

  it('ends what a supervisor left behind that was killed, and starts', async () => {
    const stack = await open(tinyPlan({ stubborn: true }));
    await stack.start();
    const record = path.join(luitDir, 'run.json');
    const left = JSON.parse(readFileSync(record, 'utf8')) as { supervisor: { startedAt: string }; processes: object };
    const pids = Object.values(readStack().processes).map(({ pid }) => pid);
    writeFileSync(record, JSON.stringify({ ...left, supervisor: { pid: process.pid, startedAt: 'another boot' } }));

    // The first supervisor still lives in this test, so it is stopped from bringing back what the second one ends.
    const second = openStack(luitDir, false, tinyPlan(), say);
    await stack.forceStop();
    running = await second;
    await running.start();
    expect(pids.filter((pid) => identify(pid))).toEqual([]);
    expect(await isHttpReady(running.stack.web)).toBe(true);
  });

  it.each([
    ['half a record', '{"supervisor":'],
    [
      'a record of a process that is gone',
      '{"supervisor":{"pid":1,"startedAt":"x"},"processes":{"a":{"pid":1,"startedAt":"x","stopSignal":"SIGTERM"}}}',
    ],
  ])('starts over %s', async (_name, content) => {
    writeFileSync(path.join(luitDir, 'run.json'), content);
    writeFileSync(stackFile(), '{}');
    const stack = await open();
    expect(existsSync(stackFile())).toBe(false);
    await stack.start();
    expect(await isHttpReady(readStack().web)).toBe(true);
  });

  it('says so when a port that was asked for is busy', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await until(() => other.listening);
    const { port } = other.address() as AddressInfo;
    await expect(open(tinyPlan({ askedPort: port }))).rejects.toThrow(`Port ${port} (LUIT_PORT) is in use already`);
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
    other.close();
  });
});
