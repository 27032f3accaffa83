import { createReadStream, existsSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { RunningStack } from '../running-stack';
import { type Build, CompilerOutput } from './compiler-output';
import { lastBuiltAt, withDependencies, workspaceOf } from './workspaces';

const POLL_INTERVAL_MS = 100;

/** Restarts the processes whose code has changed, and reports the errors that the type checker logs. */
export class ServiceReloader {
  private readonly output = new CompilerOutput();
  private readonly builtAt = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private offset = 0;
  private running: RunningStack | undefined;
  private hadErrors = false;

  /**
   * @param log receives type errors and restarts
   */
  constructor(
    private readonly checkout: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Starts to follow the type checker's log, unless it is followed already. */
  follow(logFile: string): void {
    if (!this.timer) this.schedulePoll(logFile);
  }

  private schedulePoll(logFile: string): void {
    this.timer = setTimeout(() => {
      void this.poll(logFile).then(() => this.timer && this.schedulePoll(logFile));
    }, POLL_INTERVAL_MS);
  }

  /** Processes of this stack restart from now on, at once if their code has changed since they started. */
  attach(running: RunningStack): void {
    this.running = running;
    void this.restartChanged();
  }

  /** Restarts the processes that run an older build of their code. */
  async restartChanged(): Promise<void> {
    const { running } = this;
    if (!running) return;
    const changed = [...this.builtAt].filter(([name, builtAt]) => this.latestBuild(name) > builtAt);
    await Promise.all(changed.map(([name]) => this.restart(running, name)));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async poll(logFile: string): Promise<void> {
    if (!existsSync(logFile) || statSync(logFile).size <= this.offset) return;
    const chunk = await text(createReadStream(logFile, { start: this.offset }));
    this.offset += Buffer.byteLength(chunk);
    for (const build of this.output.append(chunk)) this.report(build);
  }

  private report({ errors, messages }: Build): void {
    if (errors > 0) this.log(`${errors} type ${errors === 1 ? 'error' : 'errors'}:\n${this.shorten(messages)}`);
    else if (this.hadErrors) this.log('No type errors');
    this.hadErrors = errors > 0;
  }

  /** Records which build of its code a process runs. Called before each start. */
  recordStart(name: string): void {
    this.builtAt.set(name, this.latestBuild(name));
  }

  /** The compiler prints paths relative to its working directory, which is the root of the file system. */
  private shorten(messages: string): string {
    return messages.replaceAll(`${this.checkout.slice(1)}/`, '');
  }

  private latestBuild(name: string): number {
    const workspaces = withDependencies(this.checkout, workspaceOf(name));
    return Math.max(...[...workspaces].map((workspace) => lastBuiltAt(this.checkout, workspace)));
  }

  private async restart(running: RunningStack, name: string): Promise<void> {
    const startedAt = Date.now();
    try {
      await running.restart(name);
      this.log(`${name} restarted with the new code (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    } catch (error) {
      this.log((error as Error).message);
    }
  }
}
