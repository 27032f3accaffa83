import type { Stack } from '@luit/local/running-stack';
import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collectGarbage } from './memory';

/** As the soak has it: each process collects its garbage when told to. */
const COLLECTOR = path.resolve(__dirname, '..', '..', 'chaos', 'dist', 'soak', 'collect-garbage.js');

/** The stack that is attacked, with the limits that it would have in production. */
export class Target {
  private readonly pids: string;

  private constructor(
    private readonly describe: () => Stack,
    readonly close: () => Promise<void>,
    private readonly isOurs: boolean,
    /** Where processes write their logs; undefined for a stack that somebody else started. */
    readonly directory?: string,
  ) {
    this.pids = pidsOf(describe());
  }

  /** Starts a stack of its own. */
  static async start(): Promise<Target> {
    const options = process.env.NODE_OPTIONS;
    process.env.NODE_OPTIONS = [options, `--require ${COLLECTOR}`].filter(Boolean).join(' ');
    try {
      const throwaway = await startThrowawayStack({ workers: 1 });
      const close = (): Promise<void> => throwaway.close(true);
      return new Target(() => throwaway.running.stack, close, true, throwaway.luitDir);
    } finally {
      if (options === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = options;
    }
  }

  /** Takes a stack that runs already. @param file its stack.json */
  static async read(file: string): Promise<Target> {
    const stack = JSON.parse(await readFile(file, 'utf8')) as Stack;
    return new Target(
      () => stack,
      () => Promise.resolve(),
      false,
    );
  }

  get stack(): Stack {
    return this.describe();
  }

  /** Whether a process has ended since the start, which a supervisor would hide. */
  get hasRestarted(): boolean {
    return pidsOf(this.stack) !== this.pids;
  }

  collectGarbage(): void {
    if (this.isOurs) collectGarbage(this.stack);
  }
}

function pidsOf({ processes }: Stack): string {
  return JSON.stringify(Object.entries(processes).map(([name, { pid }]) => [name, pid]));
}
