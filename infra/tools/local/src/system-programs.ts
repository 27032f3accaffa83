import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { canUnpackPackages, unpackProgram } from './unpacked-packages';
import { UserError } from './user-error';

/** A program that npm cannot install. */
interface SystemProgram {
  /** Names of the program on the PATH, in order of preference. */
  names: string[];
  /** Debian packages, in order of preference. */
  packages: string[];
  /** Packages with files to which another package links. */
  companions?: Record<string, string>;
  /** Name of the package in other package managers, if it is not the last Debian package. */
  packageElsewhere?: string;
  /** True if it runs from any folder, so that an ordinary user on Debian needs no root to get it. */
  isRelocatable?: boolean;
}

export const REDIS: SystemProgram = {
  names: ['redis-server', 'valkey-server'],
  packages: ['redis-server', 'valkey-server'],
  companions: { 'redis-server': 'redis-tools', 'valkey-server': 'valkey-tools' },
  packageElsewhere: 'valkey',
  isRelocatable: true,
};

/** The headless shell is Chromium without a window and takes a fifth less CPU time for the same tests. */
export const CHROMIUM: SystemProgram = {
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  packages: ['chromium-headless-shell', 'chromium'],
};

/** Validates the configuration and rules of Prometheus. */
export const PROMTOOL: SystemProgram = {
  names: ['promtool'],
  packages: ['prometheus'],
  isRelocatable: true,
};

/** The TLS proxy of Docker Compose. */
export const CADDY: SystemProgram = {
  names: ['caddy'],
  packages: ['caddy'],
};

/** A connection pooler for Postgres. */
export const PGBOUNCER: SystemProgram = {
  names: ['pgbouncer'],
  packages: ['pgbouncer'],
};

/** Backups of Postgres in a bucket. */
export const BARMAN: SystemProgram = {
  names: ['barman-cloud-backup'],
  packages: ['barman-cli-cloud'],
};

/** Reads and writes videos; the package contains ffprobe too. */
const FFMPEG: SystemProgram = {
  names: ['ffmpeg'],
  packages: ['ffmpeg'],
};
/** As in `services/media`. */
const OLDEST_FFMPEG = 5;

/** Packages that were unpacked without root, shared by all stacks of this checkout. */
const UNPACKED = path.resolve(__dirname, '..', '..', '..', '..', '.cache', 'programs');
/** Folders that may be missing from an ordinary user's PATH. */
const EXTRA_FOLDERS = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/opt/homebrew/bin',
  '/usr/local/bin',
  path.join(UNPACKED, 'bin'),
];
const PACKAGE_MANAGERS: Record<string, string> = {
  'apt-get': 'sudo apt-get install',
  brew: 'brew install',
  dnf: 'sudo dnf install',
  pacman: 'sudo pacman -S',
  apk: 'sudo apk add',
  zypper: 'sudo zypper install',
};

export function findProgram({ names }: Pick<SystemProgram, 'names'>): string | undefined {
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

/** The Redis or Valkey of stacks and tests: the variable REDIS_SERVER, or the installed one. */
export const redisServerPath = (log: (line: string) => void): string =>
  process.env.REDIS_SERVER ?? findOrInstall(REDIS, log);

/**
 * Has a current ffmpeg installed if none is. If that is impossible, it says so and what follows: a stack in local mode then uses the packaged
 * version.
 */
export function provideFfmpeg(log: (line: string) => void): void {
  let reason = `The ffmpeg of this machine is older than version ${OLDEST_FFMPEG}. Install a newer one and start again.`;
  try {
    if (isCurrentFfmpeg(findOrInstall(FFMPEG, log))) return;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    reason = error.message;
  }
  log(
    `${reason}\nUntil then, Luit reads videos with an ffmpeg of 2018 that gets no security updates: give it only files that you trust.`,
  );
}

/** Builds of a commit have no version and count as current. */
function isCurrentFfmpeg(command: string): boolean {
  const { stdout } = spawnSync(command, ['-version'], { encoding: 'utf8' });
  const [, major] = /^ffmpeg version n?(\d+)\./.exec(stdout) ?? [];
  return major === undefined || Number(major) >= OLDEST_FFMPEG;
}

/**
 * Finds a program, or gets it without questions: on Debian and Ubuntu root installs its package, and an ordinary user unpacks
 * the package into the cache folder of the checkout.
 * @throws UserError naming the command that installs the program
 */
export function findOrInstall(program: SystemProgram, log: (line: string) => void): string {
  const found = findProgram(program);
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) return install(program, log);
  const reason = !isRoot && program.isRelocatable && canUnpackPackages() ? unpack(program, log) : [];
  if (typeof reason === 'string') return reason;
  throw new UserError([`${program.names.join(' or ')} is missing. ${adviceFor(program)}`, ...reason].join('\n'));
}

function install(program: SystemProgram, log: (line: string) => void): string {
  // RUNLEVEL=1 keeps Debian from starting the daemon.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  const failures: string[] = [];
  apt('update', '-qq'); // Without network access, the packages may still be in apt's cache.
  for (const name of program.packages) {
    log(`Installing ${name} …`);
    const { stderr, error } = apt('install', '-y', '-qq', '--no-install-recommends', name);
    const installed = findProgram(program);
    if (installed) return installed;
    failures.push(error?.message ?? stderr);
  }
  throw new UserError(`apt-get could not install ${program.packages.join(' or ')}:\n${failures.join('\n')}`);
}

/** @returns the path of the program, or why each of its packages could not be unpacked */
function unpack({ names, packages, companions }: SystemProgram, log: (line: string) => void): string | string[] {
  const failures: string[] = [];
  for (const [index, name] of packages.entries()) {
    log(`Downloading ${name} into ${UNPACKED} …`);
    try {
      return unpackProgram(names[index] ?? name, [name, companions?.[name] ?? []].flat(), UNPACKED);
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  return failures;
}

function adviceFor({ packages, packageElsewhere = packages.at(-1) }: SystemProgram): string {
  const manager = Object.keys(PACKAGE_MANAGERS).find((name) => findProgram({ names: [name] }));
  if (!manager) return `Install ${packageElsewhere} and start again.`;
  const isKnown = (name: string) => spawnSync('apt-cache', ['show', name]).status === 0;
  const name = manager === 'apt-get' ? (packages.find(isKnown) ?? packages[0]) : packageElsewhere;
  return `Install it and start again: ${PACKAGE_MANAGERS[manager]} ${name}`;
}
