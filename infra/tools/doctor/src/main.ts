import { readArguments } from '../../local/command-arguments.cjs';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { runChecks } from './run-checks';
import type { Finding } from './finding';

const SYMBOLS: Record<Finding['level'], string> = { ok: '✓', warning: '!', error: '✗' };

/** The file of a stack that `npm start` runs in this folder. */
const STACK_FILE = path.join(process.env.LUIT_DIR || '.luit', 'stack.json');

/** The settings of `.env` and the environment; if they name no database, those of a stack that runs locally. */
function installation(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env');
  if (process.env.ADMIN_DATABASE_URL || !existsSync(STACK_FILE)) return process.env;
  console.log(`Checking the local stack of ${STACK_FILE}`);
  const { settings } = JSON.parse(readFileSync(STACK_FILE, 'utf8')) as { settings: NodeJS.ProcessEnv };
  return { ...process.env, ...settings };
}

/** `npm run doctor`: checks an installation. Exits with 1 when there are errors. */
async function main(): Promise<void> {
  readArguments({ command: 'npm run doctor' });
  const groups = await runChecks(installation());
  for (const [group, findings] of Object.entries(groups)) {
    console.log(`\n${group}`);
    for (const { level, message, advice } of findings) {
      console.log(`  ${SYMBOLS[level]} ${message}`);
      if (advice) console.log(`      ${advice}`);
    }
  }
  const count = (level: Finding['level']) =>
    Object.values(groups)
      .flat()
      .filter((each) => each.level === level).length;
  console.log(`\n${count('error')} errors, ${count('warning')} warnings`);
  if (count('error') > 0) process.exitCode = 1;
}

void main();
