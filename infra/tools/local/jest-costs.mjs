import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Seconds of a clock tick of /proc, which is 100 Hz on every Linux that Node supports. */
const TICK = 0.01;

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null; // the process has ended
  }
}

/** Processor time of a process in /proc, with the children that it has waited for. */
const ticksOf = (stat) => stat[11] + stat[12] + stat[13] + stat[14];

/** Processor time of the processes under this one and of the PostgreSQL that Jest's first process has started. */
function others() {
  const stats = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = pid && statOf(pid);
    if (stat) stats.set(pid, stat);
  }
  const isUnder = (pid, ancestor) => {
    for (let at = pid; at > 1; at = stats.get(at)?.[1] ?? 0) if (at === ancestor) return true;
    return false;
  };
  const [, , ...own] = stats.get(process.pid) ?? [];
  let postgres = 0;
  let children = (own[11] ?? 0) + (own[12] ?? 0);
  for (const [pid, stat] of stats)
    if (isPostgres(pid)) postgres += isUnder(pid, process.pid) || isUnder(pid, process.ppid) ? ticksOf(stat) : 0;
    else if (pid !== process.pid && isUnder(pid, process.pid)) children += ticksOf(stat);
  return { children: children * TICK, postgres: postgres * TICK };
}

const names = new Map();

function isPostgres(pid) {
  if (!names.has(pid)) {
    try {
      names.set(pid, readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
    } catch {
      names.set(pid, '');
    }
  }
  return names.get(pid) === 'postgres';
}

/**
 * Writes what each spec file costs in processor time to the file that TEST_COSTS names, one line of JSON per file; see
 * `test-costs.mjs`. Exact only with one worker, because PostgreSQL is shared.
 */
export class Costs {
  constructor(testPath) {
    this.file = path.relative(process.cwd(), testPath);
    this.seconds = { load: 0, hooks: 0, inTests: 0, after: 0 };
    this.tests = [];
    this.before = others();
    this.startedAt = Date.now();
    this.last = process.cpuUsage();
  }

  /** Adds the time since the last event to one part. */
  add(part) {
    const now = process.cpuUsage();
    const seconds = (now.user + now.system - this.last.user - this.last.system) / 1e6;
    this.seconds[part] += seconds;
    this.last = now;
    return seconds;
  }

  handle({ name, test }) {
    if (name === 'run_start') this.add('load');
    else if (name === 'hook_success' || name === 'hook_failure') this.add('hooks');
    else if (name === 'test_fn_success' || name === 'test_fn_failure')
      this.tests.push([titleOf(test), this.add('inTests')]);
    else if (name === 'run_finish') this.add('after');
  }

  write() {
    this.add('after');
    const { children, postgres } = others();
    const wall = (Date.now() - this.startedAt) / 1000;
    const costs = {
      file: this.file,
      ...this.seconds,
      children: children - this.before.children,
      postgres: postgres - this.before.postgres,
      wall,
      tests: this.tests.length,
      longest: this.tests.sort((a, b) => b[1] - a[1]).slice(0, 5),
    };
    appendFileSync(process.env.TEST_COSTS, `${JSON.stringify(costs)}\n`);
  }
}

function titleOf(test) {
  const titles = [];
  for (let block = test; block && block.name !== 'ROOT_DESCRIBE_BLOCK'; block = block.parent)
    titles.unshift(block.name);
  return titles.join(' ');
}
