import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CorpusReport } from './corpus/response-checks';
import type { AttackerAccess } from './participants';

/** Commands to the attackers' process. */
export type AttackCommand =
  | { flood: string; access: AttackerAccess; durationMs: number }
  | { corpus: string; access: AttackerAccess; isTimed: boolean };

/** Much longer than the timeout of any single request. */
const COMMAND_TIMEOUT_MS = 8 * 60_000;

/** The number of responses by status (0: the connection ended without one), or the report of a corpus family. */
export type AttackResult = { responses: Record<string, number> } | { report: CorpusReport } | { failure: string };

/** The compiled program, even if the caller runs from source. */
const PROGRAM = path.resolve(__dirname, '..', 'dist', 'attacker.main.js');

/** Controls the attackers. They run in a separate process, so that they do not slow down the bystander's measurements. */
export class Attackers {
  private readonly child: ChildProcess = fork(PROGRAM, { execArgv: ['--enable-source-maps'] });

  /** Runs a flood. @throws Error if the attacker itself fails */
  async flood(flood: string, access: AttackerAccess, durationMs: number): Promise<Record<string, number>> {
    const result = await this.command({ flood, access, durationMs });
    if (!('responses' in result)) throw new Error(`Unexpected result of flood ${flood}`);
    return result.responses;
  }

  /** Sends one family of hostile inputs. @throws Error if the attacker itself fails */
  async corpus(family: string, access: AttackerAccess, isTimed: boolean): Promise<CorpusReport> {
    const result = await this.command({ corpus: family, access, isTimed });
    if (!('report' in result)) throw new Error(`Unexpected result of family ${family}`);
    return result.report;
  }

  leave(): void {
    this.child.disconnect();
  }

  private async command(command: AttackCommand): Promise<AttackResult> {
    const isOver = new AbortController();
    const { signal } = isOver;
    const exit = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The attackers' process exited with ${String(code)}`);
    });
    exit.catch(() => undefined);
    this.child.send(command);
    try {
      const [result] = (await Promise.race([
        once(this.child, 'message', { signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS) }),
        exit,
      ])) as [AttackResult];
      if ('failure' in result) throw new Error(result.failure);
      return result;
    } finally {
      isOver.abort();
    }
  }
}
