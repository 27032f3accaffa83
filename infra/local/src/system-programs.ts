import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from './user-error';

/** A program that npm cannot install: its names on the PATH and its Debian packages, both in order of preference. */
interface SystemProgram {
  names: string[];
  packages: string[];
}

export const REDIS: SystemProgram = { names: ['redis-server', 'valkey-server'], packages: ['redis-server'] };

/** The headless shell is Chromium without a window and takes a fifth less CPU time for the same tests. */
export const CHROMIUM: SystemProgram = {
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  packages: ['chromium-headless-shell', 'chromium'],
};

/** Validates the configuration and rules of Prometheus. */
export const PROMTOOL: SystemProgram = { names: ['promtool'], packages: ['prometheus'] };

/** Folders that may be missing from an ordinary user's PATH. */
const EXTRA_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

export function findProgram({ names }: SystemProgram): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...EXTRA_FOLDERS].filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The browser for tests, benchmarks and screenshots: the variable CHROMIUM, or the installed one. */
export const chromiumPath = (): string | undefined => process.env.CHROMIUM ?? findProgram(CHROMIUM);

/**
 * Finds a program, or installs it where that can be done without asking: as root on Debian or Ubuntu.
 * @throws UserError saying what to install
 */
export function findOrInstall(program: SystemProgram, say: (line: string) => void): string {
  const found = findProgram(program);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return install(program, say);
  const name = program.packages.at(-1);
  const brew = process.platform === 'darwin' ? `brew install ${name?.replace('-server', '')}` : undefined;
  throw new UserError(
    `${program.names.join(' or ')} is missing. Install it (${brew ?? `sudo apt-get install ${name}`}) and start again.`,
  );
}

function install(program: SystemProgram, say: (line: string) => void): string {
  // RUNLEVEL=1 keeps Debian from starting a daemon of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  const said: string[] = [];
  apt('update', '-qq'); // where it fails, the packages may still be at hand
  for (const name of program.packages) {
    say(`Installing ${name} …`);
    const { stderr, error } = apt('install', '-y', '-qq', '--no-install-recommends', name);
    const installed = findProgram(program);
    if (installed) return installed;
    said.push(error?.message ?? stderr);
  }
  throw new UserError(`apt-get could not install ${program.packages.join(' or ')}:\n${said.join('\n')}`);
}
