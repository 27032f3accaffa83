import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { logTail, textSince } from './log-tail';
import { PortTakenError, UserError } from './user-error';
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
/** How Node, Redis, Postgres, PgBouncer and the gateway say that they cannot listen. */
const PORT_TAKEN = /EADDRINUSE|address already in use|PORT: \d+ on \S+ is already in use/i;

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
  private isPortTaken = false;
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
    this.isPortTaken = false;
    this.restartAbort = new AbortController();
    await this.spawn();
    await this.untilReady(true);
  }

  /** True if it should run and is not ready. */
  get isStarting(): boolean {
    return this.isWanted && !this.isReady;
  }

  /**
   * Waits until the process is ready, through restarts. Returns early if it is stopped in the meantime.
   * @param isFirstStart gives up after a few crashes, even if it was ready for a moment in between
   * @throws PortTakenError if another program listens on a port of a process that has never been ready
   */
  async untilReady(isFirstStart = false): Promise<void> {
    const deadline = Date.now() + (this.definition.readyTimeoutMs ?? READY_TIMEOUT_MS);
    while (this.isStarting) {
      if (this.isPortTaken && !this.wasEverReady)
        throw new PortTakenError(`Another program has taken a port of ${this.name}`);
      const isBroken = (isFirstStart || !this.wasEverReady) && this.crashes >= FIRST_START_ATTEMPTS;
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
    const log = openSync(this.logFile, 'a', 0o600);
    const { size: logStart } = fstatSync(log);
    const child = spawn(command, args, { env, ...owner, cwd: '/', detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    const startedAt = Date.now();
    child.once('error', (error) => this.events.log(`Could not start ${this.name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      this.isPortTaken = code !== 0 && PORT_TAKEN.test(textSince(this.logFile, logStart));
      const reason = `${signal ?? `exit code ${code}`}${this.isPortTaken ? ': another program has taken its port' : ''}`;
      this.ended(child, reason, Date.now() - startedAt);
    });
    if (child.pid === undefined) throw new UserError(`Could not start ${this.name}: ${command}`);
    this.child = child;
    const identity = identify(child.pid);
    if (identity) this.events.started(this.name, identity);
    void this.watchReadiness(child, child.pid);
  }

  private async watchReadiness(child: ChildProcess, pid: number): Promise<void> {
    while (this.child === child && !(await this.definition.isReady(pid))) await pause(50);
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

/** Waits until the killed children have ended. Zombies that no one reaps would stay, so the wait is limited. */
async function untilGroupEnded(leader: number): Promise<void> {
  const deadline = Date.now() + GROUP_END_TIMEOUT_MS;
  while (isGroupAlive(leader) && Date.now() < deadline) await pause(5);
}
