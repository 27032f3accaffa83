import { execFile } from 'node:child_process';
import { join } from 'node:path';

const PROGRAMS = join(__dirname, '..', '..', 'programs');
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** WebAssembly's memory in pages of 64 KiB: 1 GiB for outputs, and 256 MiB for files of others, which are at most as large as an upload. */
const MAX_PAGES = { 'sign-content': 16_384, 'read-credentials': 4_096 };
/** Errors of the library describe whole manifests. */
const MAX_REASON = 500;

/**
 * Runs a program that handles Content Credentials in a separate process without environment variables and with limits on time and memory.
 *
 * @param job sent as JSON
 * @returns what it printed
 * @throws Error with the reason if it fails; the reason of `signal`
 */
export async function runProgram(program: keyof typeof MAX_PAGES, job: unknown, signal: AbortSignal): Promise<string> {
  const args = [`--wasm-max-mem-pages=${MAX_PAGES[program]}`, join(PROGRAMS, `${program}.mjs`)];
  const options = {
    signal,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
    env: { MALLOC_ARENA_MAX: '2' },
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (signal.aborted) reject(signal.reason as Error);
      else reject(new Error(`${program}: ${stderr.slice(0, MAX_REASON) || error.message}`));
    });
    // A program that ended early does not read its job; why it ended is reported above.
    child.stdin?.on('error', () => undefined).end(JSON.stringify(job));
  });
}
