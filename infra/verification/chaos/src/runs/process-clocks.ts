import type { RunningStack } from '@luit/local/running-stack';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PRELOADED = path.join(__dirname, 'shifted-clock.js');

/** Shifts the clocks of single processes, as if each ran on a host of its own. */
export class ProcessClocks {
  private constructor(
    private readonly folder: string,
    private readonly names: readonly string[],
  ) {}

  /** @param names processes with clocks that may be shifted */
  static async create(names: readonly string[]): Promise<ProcessClocks> {
    const clocks = new ProcessClocks(await mkdtemp(path.join(tmpdir(), 'luit-clocks-')), names);
    await Promise.all(names.map((name) => clocks.write(name, 0)));
    return clocks;
  }

  /** Variables of the processes, by name. */
  get environment(): Record<string, Record<string, string>> {
    const variables = (name: string) => ({
      NODE_OPTIONS: `--require ${PRELOADED}`,
      CLOCK_OFFSET_FILE: this.file(name),
    });
    return Object.fromEntries(this.names.map((name) => [name, variables(name)]));
  }

  /** Sets the clock of a process ahead of the real time, or behind it. It stays so after a restart. */
  async shift(running: RunningStack, name: string, offsetMs: number): Promise<void> {
    await this.write(name, offsetMs);
    running.kill(name, 'SIGUSR2');
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }

  /** A process that starts meanwhile never reads half of a number. */
  private async write(name: string, offsetMs: number): Promise<void> {
    await writeFile(`${this.file(name)}.new`, String(offsetMs));
    await rename(`${this.file(name)}.new`, this.file(name));
  }
}
