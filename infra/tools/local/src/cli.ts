import type { RunningStack, Stack } from './running-stack';
import { UserError } from './user-error';
import { openStack, type Planner } from './stack';

/**
 * On Ctrl-C both the terminal and npm signal this process. A signal this soon after the first one is the same keypress.
 */
const SAME_KEYPRESS_MS = 300;

/**
 * Runs a stack in the foreground. The first signal stops it gracefully, the second one immediately.
 * @param onReady called once every process is ready; returns lines to print below the addresses
 */
export async function runCli(
  luitDir: string,
  fresh: boolean,
  plan: Planner,
  onReady: (running: RunningStack) => string = () => '',
): Promise<void> {
  const startedAt = Date.now();
  const running = await openStack(luitDir, fresh, plan, logLine);
  const stopped = stopOnSignals(running);
  if (await running.start()) console.log(greeting(running.stack, luitDir, Date.now() - startedAt) + onReady(running));
  await stopped;
}

/** Prints a line with the time of day. */
export function logLine(line: string): void {
  console.log(`${timeOfDay()}  ${line}`);
}

/** Runs a program's main function. A UserError is printed without a stack trace. */
export function runMain(main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      const isPermissionError = (error as NodeJS.ErrnoException)?.code === 'EACCES';
      if (error instanceof UserError) console.error(error.message);
      else if (isPermissionError)
        console.error(
          `${(error as Error).message}\nThe file belongs to another user. Set LUIT_DIR to a folder of your own.`,
        );
      else console.error(error);
      process.exit(1);
    },
  );
}

function stopOnSignals(running: RunningStack): Promise<void> {
  let firstAt: number | undefined;
  return new Promise((resolve, reject) => {
    const onSignal = () => {
      if (firstAt === undefined) {
        firstAt = Date.now();
        console.log('\nStopping … (press Ctrl-C again to stop immediately)');
        running.stop().then(resolve, reject);
      } else if (Date.now() - firstAt > SAME_KEYPRESS_MS) {
        running.forceStop().then(resolve, reject);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

function greeting(stack: Stack, luitDir: string, tookMs: number): string {
  return `
  Luit is ready (${(tookMs / 1000).toFixed(1)} s)

  Web       ${stack.web}
  Admin     ${stack.admin}
            ${stack.adminEmail}  ${stack.adminPassword}
  Mailbox   ${stack.mailbox}
  Sandbox   ${stack.sandbox}

  Logs and data are in ${luitDir}. Press Ctrl-C to stop.
`;
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
