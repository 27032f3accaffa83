import { freePort } from '@luit/local/free-port';
import type { Stack } from '@luit/local/running-stack';
import { portVariables } from '@luit/local/stack-ports';
import { until } from '@luit/smoke/until';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** It compiles what the other release compiled differently. */
const STARTS_WITHIN_MS = 5 * 60_000;

const run = promisify(execFile);

/** Runs `npm run rollback` in a checkout. @returns what it printed */
export async function rollBack(checkout: string, luitDir: string): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(checkout, 'infra/local/rollback.mjs')], {
    cwd: checkout,
    env: { ...process.env, LUIT_DIR: luitDir },
  });
  return stdout.trim();
}

/** Runs `npm start` in a checkout with the data of another stack, until it is stopped. */
export async function startCheckout(
  checkout: string,
  luitDir: string,
): Promise<{ stack: Stack; stop(): Promise<void> }> {
  const ports = await Promise.all(
    Object.values(portVariables).map(async (variable) => [variable, String(await freePort())] as const),
  );
  const child = spawn(process.execPath, [path.join(checkout, 'infra/local/start.mjs')], {
    cwd: checkout,
    env: { ...process.env, ...Object.fromEntries(ports), LUIT_DIR: luitDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const started = until(
    'npm start',
    async () => JSON.parse(await readFile(path.join(luitDir, 'stack.json'), 'utf8')) as Stack,
    STARTS_WITHIN_MS,
  );
  const stack = await Promise.race([started, ended.then(([code]) => `npm start exited with ${code}`)]);
  if (typeof stack === 'string') throw new Error(stack);
  return {
    stack,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
