import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Stack } from './running-stack';
import { openStack, planLuit, type Planner } from './stack';
import { UserError } from './user-error';

export interface RollbackOptions {
  checkout: string;
  /** Folder of the stack's data. */
  luitDir: string;
  /** The release before this one by default, for example `0.1.0`. */
  release?: string;
  log: (line: string) => void;
}

/**
 * Switches a checkout to an earlier release, if that release works with the database as it is. The data stays.
 *
 * @throws UserError saying why it cannot
 */
export async function rollBack({ checkout, luitDir, release: wanted, log }: RollbackOptions): Promise<void> {
  const release = chooseRelease(checkout, wanted);
  if (existsSync(path.join(luitDir, 'postgres'))) await assertDatabaseAllows(checkout, luitDir, release, log);
  if (existsSync(path.join(luitDir, 'stack.json')))
    throw new UserError('The stack is running. Stop it, then repeat this command.');
  switchTo(checkout, release);
  log(`The checkout is at release ${release}. Start it with npm start.`);
}

/** @throws UserError if no such release is tagged, or if nothing precedes the current one */
export function chooseRelease(checkout: string, wanted?: string): string {
  const { version } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { version: string };
  const releases = git(checkout, 'tag', '--list', 'v*', '--sort=-v:refname')
    .split('\n')
    .filter((tag) => tag !== '')
    .map((tag) => tag.slice(1));
  const earlier = releases.filter((release) => release.localeCompare(version, 'en', { numeric: true }) < 0);
  const known =
    earlier.length > 0
      ? `Earlier releases: ${earlier.join(', ')}.`
      : 'This repository has no tag of an earlier release.';
  const release = wanted ?? earlier[0];
  if (release === undefined || !earlier.includes(release))
    throw new UserError(`${wanted ?? 'The previous release'} is not available; this is ${version}. ${known}`);
  return release;
}

/** @throws UserError if files are changed */
export function switchTo(checkout: string, release: string): void {
  const changed = git(checkout, 'status', '--porcelain', '--untracked-files=no');
  if (changed !== '') throw new UserError(`Files are changed; commit or revert them first:\n${changed}`);
  git(checkout, 'switch', '--quiet', '--detach', `v${release}`);
}

async function assertDatabaseAllows(
  checkout: string,
  luitDir: string,
  release: string,
  log: (line: string) => void,
): Promise<void> {
  const stackFile = path.join(luitDir, 'stack.json');
  const running = existsSync(stackFile);
  const postgres = running ? undefined : await openStack(luitDir, false, ONLY_POSTGRES, log);
  try {
    await postgres?.start();
    const url = postgres?.stack.postgres ?? (JSON.parse(readFileSync(stackFile, 'utf8')) as Stack).postgres;
    const script = path.join(checkout, 'services', 'platform', 'dist', 'migrations', 'check-rollback.main.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, release], {
      env: { ...process.env, LUIT_MODE: 'local', ADMIN_DATABASE_URL: url },
      encoding: 'utf8',
    });
    if (status !== 0) throw new UserError(stdout + stderr);
    log(stdout.trim());
  } finally {
    await postgres?.stop();
  }
}

/** Without the migrations, because they may be the fault of this release. */
const ONLY_POSTGRES: Planner = async (directory, log, leases) => {
  const plan = await planLuit({ ports: 'free', part: 'database' })(directory, log, leases);
  return { ...plan, stages: plan.stages.slice(0, 1) };
};

function git(checkout: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
}
