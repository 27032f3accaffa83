import { readArguments } from '../../local/command-arguments.cjs';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runChecks } from './run-checks';
import type { Finding } from './finding';

const SYMBOLS: Record<Finding['level'], string> = { ok: '✓', warning: '!', error: '✗' };

/** `npm run doctor`: checks the installation described by .env and the environment. Exits with 1 when there are errors. */
async function main(): Promise<void> {
  readArguments({ command: 'npm run doctor' });
  if (existsSync('.env')) loadEnvFile('.env');
  const groups = await runChecks(process.env);
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
