import type { Stack } from '@luit/local/running-stack';
import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collectGarbage } from './memory';

/** Lets each process collect garbage on SIGUSR2, as the soak test does. */
const COLLECTOR = path.resolve(__dirname, '..', '..', 'chaos', 'dist', 'soak', 'collect-garbage.js');

/** With this setting a sign-in with an unknown address costs a password hash as well. */
const UNREVEALING = { auth: { AUTH_REVEAL_ACCOUNTS: 'false' } };

/** The stack under attack, with production limits. */
export class Target {
  private readonly pids: string;

  private constructor(
    private readonly describe: () => Stack,
    readonly close: () => Promise<void>,
    /** True if this campaign started the stack, with its own settings. */
    readonly isOurs: boolean,
    /** The stack's data folder; undefined for a stack that was already running. */
    readonly directory?: string,
  ) {
    this.pids = pidsOf(describe());
  }

  /** Starts a throwaway stack. */
  static async start(): Promise<Target> {
    const options = process.env.NODE_OPTIONS;
    process.env.NODE_OPTIONS = [options, `--require ${COLLECTOR}`].filter(Boolean).join(' ');
    try {
      const throwaway = await startThrowawayStack({ workers: 1, env: UNREVEALING });
      const close = (): Promise<void> => throwaway.close(true);
      return new Target(() => throwaway.running.stack, close, true, throwaway.luitDir);
    } finally {
      if (options === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = options;
    }
  }

  /** Attacks a running stack. @param file its stack.json */
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

  /** True if the supervisor has restarted a process. */
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
