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
  log(line: string): void;
}

/** A process that became ready and ran this long counts as healthy; a later crash is restarted without delay. */
const HEALTHY_AFTER_MS = 3_000;
const MAX_RESTART_DELAY_MS = 5_000;
/** Slow machines that start several stacks at once have needed more than a minute. */
const READY_TIMEOUT_MS = 180_000;
const GROUP_END_TIMEOUT_MS = 1_000;
/** A process that exits this often before it has ever been ready is broken. */
const FIRST_START_ATTEMPTS = 3;

/** The delay before the next start after this many consecutive crashes, in ms: none after the first, then doubling. */
export function restartDelay(crashes: number): number {
  return crashes < 2 ? 0 : Math.min(MAX_RESTART_DELAY_MS, 100 * 2 ** (crashes - 1));
}

/** Keeps one process running, in its own process group so that Ctrl-C in the terminal does not reach it. */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private isWanted = false;
  private isReady = false;
  private wasEverReady = false;
  private crashes = 0;
  private restartAbort = new AbortController();

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
   * Starts the process, unless it is running, and waits until it is ready.
   * @throws UserError with the end of its log when it does not become ready
   */
  async start(): Promise<void> {
    if (this.isWanted) return this.untilReady();
    this.isWanted = true;
    this.crashes = 0;
    this.wasEverReady = false;
    this.restartAbort = new AbortController();
    await this.spawn();
    await this.untilReady();
  }

  /** Waits until the process is ready, through restarts. Returns early if it is stopped in the meantime. */
  async untilReady(): Promise<void> {
    const deadline = Date.now() + (this.definition.readyTimeoutMs ?? READY_TIMEOUT_MS);
    while (this.isWanted && !this.isReady) {
      const isBroken = !this.wasEverReady && this.crashes >= FIRST_START_ATTEMPTS;
      if (isBroken || Date.now() > deadline) {
        throw new UserError(`${this.name} does not start. Last lines of ${this.logFile}:\n\n${logTail(this.logFile)}`);
      }
      await pause(20);
    }
  }

  /** Stops the process gracefully, or kills it after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.isWanted = false;
    this.restartAbort.abort();
    const child = this.child;
    if (!child) return;
    const ended = once(child, 'exit');
    this.signal(this.definition.stopSignal);
    // A frozen process handles signals only after it continues.
    this.signal('SIGCONT');
    const timer = setTimeout(() => {
      this.events.log(`${this.name} did not stop within ${graceMs / 1000} s; killing it`);
      this.forceStop();
    }, graceMs);
    await ended;
    clearTimeout(timer);
    if (child.pid) await untilGroupEnded(child.pid);
  }

  /** Kills the process and its children immediately. */
  forceStop(): void {
    this.isWanted = false;
    this.restartAbort.abort();
    if (this.child?.pid) signalGroup(this.child.pid, 'SIGKILL');
  }

  /** Sends a signal to the process itself, not to its children. */
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
    child.once('error', (error) => this.events.log(`Could not start ${this.name}: ${error.message}`));
    child.once('exit', (code, signal) => this.ended(child, signal ?? `exit code ${code}`, Date.now() - startedAt));
    if (child.pid === undefined) throw new UserError(`Could not start ${this.name}: ${command}`);
    this.child = child;
    const identity = identify(child.pid);
    if (identity) this.events.started(this.name, identity);
    void this.watchReadiness(child);
  }

  private async watchReadiness(child: ChildProcess): Promise<void> {
    while (this.child === child && !(await this.definition.isReady())) await pause(50);
    if (this.child !== child) return;
    if (this.wasEverReady) this.events.log(`${this.name} is ready again`);
    this.isReady = true;
    this.wasEverReady = true;
  }

  private ended(child: ChildProcess, reason: string, uptimeMs: number): void {
    const wasHealthy = this.isReady && uptimeMs >= HEALTHY_AFTER_MS;
    this.child = undefined;
    this.isReady = false;
    if (child.pid) signalGroup(child.pid, 'SIGKILL'); // its remaining children
    this.events.ended(this.name);
    if (!this.isWanted) return;
    this.crashes = wasHealthy ? 0 : this.crashes + 1;
    void this.restart(reason, uptimeMs);
  }

  private async restart(reason: string, uptimeMs: number): Promise<void> {
    const delay = restartDelay(this.crashes);
    const uptime = `after ${(uptimeMs / 1000).toFixed(1)} s`;
    const when = delay ? ` in ${delay / 1000} s` : '';
    this.events.log(`${this.name} exited (${reason}) ${uptime}; restarting${when}`);
    try {
      await pause(delay, undefined, { signal: this.restartAbort.signal });
      await this.spawn();
    } catch (error) {
      if (!this.isWanted) return;
      this.crashes++;
      await this.restart(String(error), 0);
    }
  }
}

/** Waits until the killed children are gone. Zombies that no one reaps would stay, so the wait is limited. */
async function untilGroupEnded(leader: number): Promise<void> {
  const deadline = Date.now() + GROUP_END_TIMEOUT_MS;
  while (isGroupAlive(leader) && Date.now() < deadline) await pause(5);
}
