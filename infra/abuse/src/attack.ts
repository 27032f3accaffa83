import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CorpusReport } from './corpus/judge';
import type { AttackerAccess } from './participants';

/** What the attackers' process is told to do. */
export type AttackOrder =
  | { flood: string; access: AttackerAccess; lastsMs: number }
  | { corpus: string; access: AttackerAccess; timeFactor: number };

/** Each request of an attacker times out much earlier. */
const ENDS_WITHIN_MS = 8 * 60_000;

/** How often each status came, 0 for a connection that ended without one; or what the corpus found. */
export type AttackResult = { answers: Record<string, number> } | { report: CorpusReport } | { failure: string };

/** The compiled one, also where the caller runs from source. */
const PROGRAM = path.resolve(__dirname, '..', 'dist', 'attacker.main.js');

/** The attackers, in a process of their own so that what they do costs the bystander's measurements nothing. */
export class Attackers {
  private readonly child: ChildProcess = fork(PROGRAM, { execArgv: ['--enable-source-maps'] });

  /** @throws Error where the attack itself broke */
  async flood(flood: string, access: AttackerAccess, lastsMs: number): Promise<Record<string, number>> {
    const result = await this.order({ flood, access, lastsMs });
    if (!('answers' in result)) throw new Error(`${flood} answered with something else`);
    return result.answers;
  }

  /** Sends one family of hostile inputs. @throws Error where the sender itself broke */
  async corpus(family: string, access: AttackerAccess, timeFactor: number): Promise<CorpusReport> {
    const result = await this.order({ corpus: family, access, timeFactor });
    if (!('report' in result)) throw new Error(`${family} answered with something else`);
    return result.report;
  }

  leave(): void {
    this.child.disconnect();
  }

  private async order(order: AttackOrder): Promise<AttackResult> {
    const isOver = new AbortController();
    const { signal } = isOver;
    const exit = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The attackers' process ended with ${String(code)}`);
    });
    exit.catch(() => undefined);
    this.child.send(order);
    try {
      const [result] = (await Promise.race([
        once(this.child, 'message', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) }),
        exit,
      ])) as [AttackResult];
      if ('failure' in result) throw new Error(result.failure);
      return result;
    } finally {
      isOver.abort();
    }
  }
}
