import { createReadStream, existsSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { RunningStack } from '../running-stack';
import { type Build, CompilerOutput } from './compiler-output';
import { lastBuiltAt, withDependencies, workspaceOf } from './workspaces';

const POLL_INTERVAL_MS = 100;

/** Follows the compiler's log and restarts the processes whose code a build has changed. */
export class ServiceReloader {
  /** Whether the compiler has finished its first build. */
  isBuilt = false;
  private readonly output = new CompilerOutput();
  private readonly builtAt = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private offset = 0;
  private running: RunningStack | undefined;
  private hadErrors = false;

  /**
   * @param log receives compiler errors and restarts
   */
  constructor(
    private readonly checkout: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Starts to follow the compiler's log. */
  follow(logFile: string): void {
    this.timer = setTimeout(() => {
      void this.poll(logFile).then(() => this.timer && this.follow(logFile));
    }, POLL_INTERVAL_MS);
  }

  /** Processes of this stack restart from now on. */
  attach(running: RunningStack): void {
    this.running = running;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async poll(logFile: string): Promise<void> {
    if (!existsSync(logFile) || statSync(logFile).size <= this.offset) return;
    const chunk = await text(createReadStream(logFile, { start: this.offset }));
    this.offset += Buffer.byteLength(chunk);
    for (const build of this.output.append(chunk)) await this.finish(build);
  }

  private async finish({ errors, messages }: Build): Promise<void> {
    this.isBuilt = true;
    if (errors > 0)
      this.log(
        `Compilation failed with ${errors} ${errors === 1 ? 'error' : 'errors'}; services keep running:\n${this.shorten(messages)}`,
      );
    else if (this.hadErrors) this.log('Compilation succeeded');
    this.hadErrors = errors > 0;
    const { running } = this;
    if (errors > 0 || !running) return;
    const changed = [...this.builtAt].filter(([name, builtAt]) => this.latestBuild(name) > builtAt);
    await Promise.all(changed.map(([name]) => this.restart(running, name)));
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
