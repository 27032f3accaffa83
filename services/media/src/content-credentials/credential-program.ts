import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

const PROGRAMS = join(__dirname, '..', '..', 'programs');
/**
 * WebAssembly's memory in pages of 64 KiB: 1 GiB for outputs, and 256 MiB for files of others, which are at most as large as an upload. Signing does
 * not run long enough to make up for the optimizing compiler, which takes most of the time and memory of the first files.
 */
const LIMITS = {
  'sign-content': { pages: 16_384, options: ['--liftoff-only'] },
  'read-credentials': { pages: 4_096, options: [] },
};
const MAX_ANSWER = 1024 * 1024;
/** Errors of the library describe whole manifests. */
const MAX_REASON = 500;
/** WebAssembly never returns memory, so a process that has grown beyond this is replaced. */
const MAX_IDLE_BYTES = 128 * 1024 * 1024;

type Child = ChildProcessWithoutNullStreams;

/** A program that handles Content Credentials, in a process without environment variables and with a limit on memory. Does one job at a time. */
export class CredentialProgram {
  private child: Child | null = null;
  private idle?: NodeJS.Timeout;

  /** @param idleMs how long the process waits for another job, because starting it takes longer than most jobs; 0 if no job may affect another */
  constructor(
    private readonly name: keyof typeof LIMITS,
    private readonly idleMs = 0,
  ) {}

  /**
   * @param job sent as JSON
   * @returns the answer, from JSON
   * @throws Error with the reason if it fails; the reason of `signal`
   */
  async run(job: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    for (const handle of handlesOf(child)) handle.ref();
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    try {
      const { answer, memoryBytes } = JSON.parse(await this.ask(child, JSON.stringify(job))) as Answer;
      const isKept = this.idleMs > 0 && memoryBytes <= MAX_IDLE_BYTES;
      if (isKept) {
        this.idle = setTimeout(() => this.close(), this.idleMs).unref();
        for (const handle of handlesOf(child)) handle.unref();
      } else {
        this.close();
      }
      return answer;
    } catch (error) {
      kill();
      this.child = null;
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  /** Ends the process; the next job starts another one. */
  close(): void {
    clearTimeout(this.idle);
    this.child?.stdin.end();
    this.child = null;
  }

  private start(): Child {
    const { pages, options } = LIMITS[this.name];
    const args = [`--wasm-max-mem-pages=${pages}`, ...options, join(PROGRAMS, `${this.name}.mjs`)];
    const child = spawn(process.execPath, args, { env: { MALLOC_ARENA_MAX: '2' } });
    // A program that ended early does not read its job; why it ended is reported as the job's error.
    child.stdin.on('error', () => undefined);
    child.once('exit', () => {
      if (this.child === child) this.child = null;
    });
    return child;
  }

  /** @returns the line that the program prints */
  private ask(child: Child, job: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let [answer, reason] = ['', ''];
      const onAnswer = (text: string) => {
        answer += text;
        if (answer.endsWith('\n')) end(() => resolve(answer));
        else if (answer.length > MAX_ANSWER) end(() => reject(new Error(`${this.name}: the answer is too long`)));
      };
      const onReason = (text: string) => (reason += text.slice(0, MAX_REASON - reason.length));
      const onClose = (code: number | null) =>
        end(() => reject(new Error(`${this.name}: ${reason || `ended with ${code}`}`)));
      const onError = (error: Error) => end(() => reject(error));
      const end = (settle: () => void) => {
        child.stdout.off('data', onAnswer);
        child.stderr.off('data', onReason);
        child.off('close', onClose).off('error', onError);
        settle();
      };
      child.stdout.setEncoding('utf8').on('data', onAnswer);
      child.stderr.setEncoding('utf8').on('data', onReason);
      child.on('close', onClose).on('error', onError);
      child.stdin.write(`${job}\n`);
    });
  }
}

/** What keeps this process running until its child has ended. A child that waits does not, and ends when this process does. */
function handlesOf(child: Child): Pick<Socket, 'ref' | 'unref'>[] {
  return [child, child.stdin as Socket, child.stdout as Socket, child.stderr as Socket] as Pick<
    Socket,
    'ref' | 'unref'
  >[];
}

interface Answer {
  answer: unknown;
  memoryBytes: number;
}
