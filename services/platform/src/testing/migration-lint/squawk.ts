import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Finding } from './statement-rules';

const PROGRAM = path.join(path.dirname(require.resolve('squawk-cli/package.json')), 'js', 'bin', 'squawk');

/** The oldest version that the doctor accepts. */
const POSTGRES = '16.0';

const NOT_NEEDED = [
  // Migrations run with timeouts, and are repeated as a whole.
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  // Matters of taste.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-text-field',
];

interface Warning {
  rule_name: string;
  message: string;
}

/** Checks SQL with [squawk](https://squawkhq.com). @throws Error if squawk could not run */
export function squawk(sql: string, isInTransaction: boolean): Finding[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      PROGRAM,
      '--reporter=json',
      `--pg-version=${POSTGRES}`,
      `--exclude=${NOT_NEEDED.join(',')}`,
      isInTransaction ? '--assume-in-transaction' : '--no-assume-in-transaction',
      '--stdin-filepath=migration.sql',
    ],
    { input: sql, encoding: 'utf8' },
  );
  // Squawk prints a list even if it found nothing, and exits with 1 if it found something.
  if (stdout === '') throw new Error(`squawk failed: ${stderr}`);
  return (JSON.parse(stdout) as Warning[]).map(({ rule_name: rule, message: text }) => ({ rule, text }));
}
