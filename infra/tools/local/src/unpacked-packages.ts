import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Returns true if this machine can download and unpack Debian packages. */
export const canUnpackPackages = (): boolean => existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg');

/**
 * Downloads Debian packages and their missing dependencies, unpacks them below `folder` without root, and creates a launcher
 * that runs `program` with their libraries.
 *
 * @param packages always unpacked, even when the system has them: a program may link to files of its companion package
 * @returns the path of the launcher
 * @throws Error with the output of the command that failed
 */
export function unpackProgram(program: string, packages: string[], folder: string): string {
  mkdirSync(folder, { recursive: true });
  const unpacked = path.join(folder, packages[0] ?? program);
  const temporary = mkdtempSync(`${unpacked}.`);
  try {
    for (const file of download(packages, path.join(temporary, 'packages'), path.join(folder, 'apt')))
      run('dpkg', ['-x', file, path.join(temporary, 'root')]);
    rmSync(unpacked, { recursive: true, force: true });
    renameSync(path.join(temporary, 'root'), unpacked);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  const launcher = writeLauncher(program, unpacked, path.join(folder, 'bin'));
  try {
    run(launcher, ['--version']);
  } catch (error) {
    rmSync(launcher);
    throw error;
  }
  return launcher;
}

/** Downloads the packages with the system's package lists. Fetches current lists into `apt` when those are missing or stale. */
function download(packages: string[], folder: string, apt: string): string[] {
  mkdirSync(folder, { recursive: true });
  try {
    return downloadWith([], packages, folder);
  } catch {
    const lists = path.join(apt, 'lists');
    mkdirSync(path.join(lists, 'partial'), { recursive: true });
    const options = [`Dir::State::lists=${lists}`, 'Dir::Cache::pkgcache=', 'Dir::Cache::srcpkgcache='];
    run('apt-get', [...flags(options), 'update', '-qq']);
    return downloadWith(options, packages, folder);
  }
}

function downloadWith(options: string[], packages: string[], folder: string): string[] {
  const names = new Set([...packages, ...missingPackages(options, packages)]);
  run('apt-get', [...flags(options), 'download', '-qq', ...names], folder);
  return readdirSync(folder).map((file) => path.join(folder, file));
}

/** The packages that `apt-get install` would install, according to apt's own resolver. */
function missingPackages(options: string[], packages: string[]): string[] {
  const simulation = run('apt-get', [
    ...flags(options),
    '--simulate',
    'install',
    '--no-install-recommends',
    ...packages,
  ]);
  return [...simulation.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
}

/** An ordinary user cannot take apt's locks and does not need them for reading. */
const flags = (options: string[]) => ['Debug::NoLocking=true', ...options].flatMap((option) => ['-o', option]);

/** The launcher finds the packages relative to itself, so the checkout can be moved. */
function writeLauncher(program: string, unpacked: string, bin: string): string {
  mkdirSync(bin, { recursive: true });
  const launcher = path.join(bin, program);
  const libraries = libraryFolders(unpacked).map((folder) => `$root/${path.relative(unpacked, folder)}`);
  const script = `#!/bin/sh
root=$(CDPATH= cd -- "$(dirname -- "$0")/../${path.basename(unpacked)}" && pwd)
export LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$root/usr/bin/${program}" "$@"
`;
  writeFileSync(launcher, script);
  chmodSync(launcher, 0o755);
  return launcher;
}

function libraryFolders(root: string): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true });
  return [...new Set(files.filter(({ name }) => /\.so(\.|$)/.test(name)).map(({ parentPath }) => parentPath))];
}

function run(command: string, args: string[], cwd?: string): string {
  const env = { ...process.env, LC_ALL: 'C' };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${path.basename(command)} ${args.at(-1)} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
