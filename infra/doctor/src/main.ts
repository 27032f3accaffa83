import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runChecks } from './run-checks';
import type { Finding } from './finding';

const SIGNS: Record<Finding['level'], string> = { ok: '✓', warning: '!', fault: '✗' };

/** `npm run doctor`: reads .env of the working directory and the environment, says what it found, ends with 1 for faults. */
async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const groups = await runChecks(process.env);
  for (const [group, findings] of Object.entries(groups)) {
    console.log(`\n${group}`);
    for (const { level, says, advice } of findings) {
      console.log(`  ${SIGNS[level]} ${says}`);
      if (advice) console.log(`      ${advice}`);
    }
  }
  const count = (level: Finding['level']) =>
    Object.values(groups)
      .flat()
      .filter((each) => each.level === level).length;
  console.log(`\n${count('fault')} faults, ${count('warning')} warnings`);
  if (count('fault') > 0) process.exitCode = 1;
}

void main();
