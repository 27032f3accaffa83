import type { RunningStack, Stack } from './running-stack';
import { UserError } from './user-error';
import { openStack, type Planner } from './stack';

/**
 * npm passes Ctrl-C on to what it runs although the terminal sent it there too: what comes this soon after the first
 * signal is the same keypress.
 */
const SAME_KEYPRESS_MS = 300;

/** Runs a stack in the foreground until it is asked to stop: once gracefully, twice at once. */
export async function runCli(luitDir: string, fresh: boolean, plan: Planner): Promise<void> {
  const startedAt = Date.now();
  const running = await openStack(luitDir, fresh, plan, (line) => console.log(`${timeOfDay()}  ${line}`));
  const asked = stopOnSignals(running);
  if (await running.start()) console.log(greeting(running.stack, luitDir, Date.now() - startedAt));
  await asked;
}

/** Runs the program's main function: what a person can mend is told in its own words alone. */
export function runMain(main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      const isDenied = (error as NodeJS.ErrnoException)?.code === 'EACCES';
      if (error instanceof UserError) console.error(error.message);
      else if (isDenied)
        console.error(`${(error as Error).message}\nThe files belong to another user. Set LUIT_DIR to another folder.`);
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
        console.log('\nStopping … (Ctrl-C again ends everything at once)');
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

  Logs and data are in ${luitDir}. Ctrl-C stops everything.
`;
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
