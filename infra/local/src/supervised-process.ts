import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { logTail } from './log-tail';
import { UserError } from './user-error';
import type { ProcessDefinition } from './process-definition';
import { identify, isGroupAlive, signalGroup, type ProcessIdentity } from './process-identity';

export interface ProcessEvents {
  started(name: string, identity: ProcessIdentity): void;
  ended(name: string): void;
  say(line: string): void;
}

/** A process that got ready and lived this long was well: what kills it later is no fault of its start. */
const WELL_AFTER_MS = 3_000;
const LONGEST_PAUSE_MS = 5_000;
const READY_WITHIN_MS = 60_000;
const GROUP_ENDS_WITHIN_MS = 1_000;
/** At the first start, a process that ends this often before it was ever ready is broken. */
const FIRST_START_ATTEMPTS = 3;

/** The pause before the next start after so many quick deaths in a row, ms: none after one, then doubling. */
export function restartDelay(quickDeaths: number): number {
  return quickDeaths < 2 ? 0 : Math.min(LONGEST_PAUSE_MS, 100 * 2 ** (quickDeaths - 1));
}

/** Keeps one process running, in a process group of its own so that a terminal's Ctrl-C does not reach it. */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private isWanted = false;
  private isReady = false;
  private wasEverReady = false;
  private quickDeaths = 0;
  private waking = new AbortController();

  constructor(
    readonly definition: ProcessDefinition,
    private readonly logFile: string,
    private readonly events: ProcessEvents,
  ) {}

  get name(): string {
    return this.definition.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Starts it and waits until it is ready; waits alone where it runs already.
   * @throws UserError with the end of its log when it cannot be brought up
   */
  async start(): Promise<void> {
    if (this.isWanted) return this.untilReady();
    this.isWanted = true;
    this.quickDeaths = 0;
    this.wasEverReady = false;
    this.waking = new AbortController();
    await this.spawn();
    await this.untilReady();
  }

  /** Waits until it answers, through restarts; returns early when it is stopped meanwhile. */
  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (this.isWanted && !this.isReady) {
      const isBroken = !this.wasEverReady && this.quickDeaths >= FIRST_START_ATTEMPTS;
      if (isBroken || Date.now() > deadline) {
        throw new UserError(`${this.name} does not start. The end of ${this.logFile}:\n\n${logTail(this.logFile)}`);
      }
      await pause(20);
    }
  }

  /** Asks it to end, and kills it when it has not within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.isWanted = false;
    this.waking.abort();
    const child = this.child;
    if (!child) return;
    const ended = once(child, 'exit');
    this.signal(this.definition.stopSignal);
    // One that was frozen cannot act on a signal before it goes on.
    this.signal('SIGCONT');
    const patience = setTimeout(() => {
      this.events.say(`${this.name} did not end within ${graceMs / 1000} s and is killed`);
      this.forceStop();
    }, graceMs);
    await ended;
    clearTimeout(patience);
    if (child.pid) await untilGroupEnded(child.pid);
  }

  /** Kills it and all that it started, at once. */
  forceStop(): void {
    this.isWanted = false;
    this.waking.abort();
    if (this.child?.pid) signalGroup(this.child.pid, 'SIGKILL');
  }

  /** Sends a signal to the process itself, not to what it started. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  private async spawn(): Promise<void> {
    await this.definition.beforeStart?.();
    if (!this.isWanted) return;
    const { command, args, env, owner } = this.definition;
    const log = openSync(this.logFile, 'a');
    const child = spawn(command, args, { env, ...owner, cwd: '/', detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    const startedAt = Date.now();
    child.once('error', (error) => this.events.say(`${this.name} cannot be run: ${error.message}`));
    child.once('exit', (code, signal) => this.ended(child, signal ?? `exit code ${code}`, Date.now() - startedAt));
    if (child.pid === undefined) throw new UserError(`${this.name} cannot be run: ${command}`);
    this.child = child;
    const identity = identify(child.pid);
    if (identity) this.events.started(this.name, identity);
    void this.watchReadiness(child);
  }

  private async watchReadiness(child: ChildProcess): Promise<void> {
    while (this.child === child && !(await this.definition.isReady())) await pause(50);
    if (this.child !== child) return;
    if (this.wasEverReady) this.events.say(`${this.name} is ready again`);
    this.isReady = true;
    this.wasEverReady = true;
  }

  private ended(child: ChildProcess, reason: string, livedMs: number): void {
    const wasWell = this.isReady && livedMs >= WELL_AFTER_MS;
    this.child = undefined;
    this.isReady = false;
    if (child.pid) signalGroup(child.pid, 'SIGKILL'); // what it started and left behind
    this.events.ended(this.name);
    if (!this.isWanted) return;
    this.quickDeaths = wasWell ? 0 : this.quickDeaths + 1;
    void this.startAgain(reason, livedMs);
  }

  private async startAgain(reason: string, livedMs: number): Promise<void> {
    const wait = restartDelay(this.quickDeaths);
    const lived = `after ${(livedMs / 1000).toFixed(1)} s`;
    this.events.say(`${this.name} ended (${reason}) ${lived}, starts again${wait ? ` in ${wait / 1000} s` : ''}`);
    try {
      await pause(wait, undefined, { signal: this.waking.signal });
      await this.spawn();
    } catch (error) {
      if (!this.isWanted) return;
      this.quickDeaths++;
      await this.startAgain(String(error), 0);
    }
  }
}

/** What was left behind was killed, and is gone a moment later; a zombie that nobody reaps is not waited for. */
async function untilGroupEnded(leader: number): Promise<void> {
  const deadline = Date.now() + GROUP_ENDS_WITHIN_MS;
  while (isGroupAlive(leader) && Date.now() < deadline) await pause(5);
}
