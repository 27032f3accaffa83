import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningStack, Stack } from './running-stack';
import { freePort } from './port-leases';
import type { ProcessDefinition } from './process-definition';
import { identify } from './process-identity';
import { isHttpReady } from './readiness';
import { openStack, type Planner } from './stack';
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

  it('other users can read none of its files, even in folders that were open before', async () => {
    luitDir = path.join(luitDir, 'new');
    const stack = await open();
    await stack.start();
    const logs = path.join(luitDir, 'logs');
    const modeOf = (...parts: string[]) => (statSync(path.join(luitDir, ...parts)).mode & 0o777).toString(8);
    // As root, the group of Postgres may enter the folder.
    expect(modeOf()).toBe(process.getuid?.() === 0 ? '710' : '700');
    for (const folder of ['logs', 'redis', 'storage', 'sandbox']) expect(modeOf(folder)).toBe('700');
    for (const file of ['stack.json', 'run.json', 'logs/base.log', 'logs/front.log']) expect(modeOf(file)).toBe('600');

    await stack.stop();
    chmodSync(logs, 0o755);
    running = await openStack(luitDir, false, tinyPlan(), log);
    expect(modeOf('logs')).toBe('700');
  });

  it('a fresh start moves the data of earlier runs aside, and says where', async () => {
    writeFileSync(path.join(luitDir, 'secrets.json'), '{"layout":"of another state"}');
    mkdirSync(path.join(luitDir, 'postgres'));
    running = await openStack(luitDir, true, tinyPlan(), log);
    const [, kept = ''] = /The earlier data is in (\S+)\. /.exec(lines.join('\n')) ?? [];
    expect(readdirSync(kept).sort()).toEqual(['postgres', 'secrets.json']);
    expect(existsSync(path.join(luitDir, 'secrets.json'))).toBe(false);
    rmSync(kept, { recursive: true });
  });

  it('a folder that existed before keeps its mode', async () => {
    luitDir = path.join(luitDir, 'shared');
    mkdirSync(luitDir, { mode: 0o755 });
    await open();
    expect((statSync(luitDir).mode & 0o777).toString(8)).toBe('755');
  });

  it.each(['base', 'front'])('a killed %s is restarted on the same port', async (name) => {
    const stack = await open();
    await stack.start();
    const before = readStack();
    stack.kill(name, 'SIGKILL');
    await until(() => readStack().processes[name]?.pid !== before.processes[name]?.pid);
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

describe('a port that another program takes between its choice and its use', () => {
  let thieves: Server[];
  beforeEach(() => (thieves = []));
  afterEach(() => {
    for (const thief of thieves) thief.close();
  });

  /** Takes the port of `front` each time it is planned, `times` times, and answers there as if it were ready. */
  const stealing =
    (times: number, plan: Planner): Planner =>
    async (...given) => {
      const planned = await plan(...given);
      if (thieves.length === times) return planned;
      const thief = createServer((_request, response) => response.end('ok'));
      thieves.push(thief);
      await new Promise<void>((resolve) => thief.listen(Number(new URL(planned.addresses.web).port), resolve));
      return planned;
    };

  it('is replaced by another one, and the stack becomes ready there', async () => {
    const stack = await open(stealing(2, tinyPlan()));
    const first = stack.stack.web;
    const plans: string[] = [];
    expect(await stack.start(() => plans.push(stack.stack.web))).toBe(true);
    expect(plans).toHaveLength(2);
    expect(new Set([first, ...plans]).size).toBe(3);
    const { web, processes } = readStack();
    expect(web).toBe(plans[1]);
    expect(await isHttpReady(web, processes.front?.pid)).toBe(true);
    expect(lines).toContain('Another program has taken a port of front; starting again with other ports');
  });

  it('ends the start with a message if it happens again and again', async () => {
    const stack = await open(stealing(Infinity, tinyPlan()));
    await expect(stack.start()).rejects.toThrow('Another program has taken a port of front');
    expect(thieves).toHaveLength(3);
    expect(stack.stack.processes).toEqual({});
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
  });

  it('ends the start with a message if the user requested it', async () => {
    const requestedPort = await freePort();
    const stack = await open(stealing(Infinity, tinyPlan({ requestedPort })));
    await expect(stack.start()).rejects.toThrow(`Port ${requestedPort} (LUIT_PORT) is already in use`);
    expect(existsSync(path.join(luitDir, 'run.json'))).toBe(false);
  });

  it('does not make a process ready that listens nowhere', async () => {
    const idle: Planner = async (...given) => {
      const planned = await tinyPlan()(...given);
      const [front] = planned.stages[1]?.processes ?? [];
      if (front) Object.assign(front, { args: ['-e', 'setInterval(() => {}, 1000)'], readyTimeoutMs: 1_000 });
      return planned;
    };
    const stack = await open(stealing(1, idle));
    await expect(stack.start()).rejects.toThrow('front does not start');
    expect(existsSync(stackFile())).toBe(false);
  });
});

it('a process that is ready for a moment only, while others start, fails the start', async () => {
  const stack = await open(async (...given) => {
    const planned = await tinyPlan()(...given);
    const [[base], [front]] = planned.stages.map(({ processes }) => processes) as [
      [ProcessDefinition],
      [ProcessDefinition],
    ];
    const marker = path.join(luitDir, 'was-ready');
    base.args = base.args.map((arg) =>
      arg
        .replace(
          /^\s+const/,
          `const { existsSync, writeFileSync } = require('node:fs'); if (existsSync('${marker}')) process.exit(1); const`,
        )
        .replace(`.end('ok')`, `.end('ok', () => { writeFileSync('${marker}', ''); process.exit(1); })`),
    );
    front.beforeStart = () => pause(2_000);
    return planned;
  });
  await expect(stack.start()).rejects.toThrow('base does not start');
});
