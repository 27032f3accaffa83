import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { postgresCommand, postgresOwner, type PostgresCommand, type PostgresOwner } from './postgres-binaries';

const run = promisify(execFile);

/** Makes a directory that belongs to the user Postgres runs as, and to nobody else. */
export async function makeOwnedDirectory(directory: string, owner: PostgresOwner): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o700);
  if ('uid' in owner) await chown(directory, owner.uid, owner.gid);
}

/**
 * Creates a cluster in a directory that does not exist yet: UTF-8, superuser `postgres` with this password.
 * The directory appears only once the cluster is complete.
 */
export async function initCluster(dataDir: string, password: string): Promise<void> {
  const owner = postgresOwner();
  const unfinished = `${dataDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await makeOwnedDirectory(unfinished, owner);
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if ('uid' in owner) await chown(passwordFile, owner.uid, owner.gid);
  const initdb = postgresCommand('initdb', unfinished, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
  ]);
  try {
    await run(initdb.command, initdb.args, { ...initdb.owner, cwd: '/' });
    await rename(unfinished, dataDir);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The server's command for a cluster that listens on 127.0.0.1 alone, by TCP alone. */
export function serverCommand(dataDir: string, port: number, settings: Record<string, string>): PostgresCommand {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return postgresCommand('postgres', dataDir, ['-D', dataDir, '-p', String(port), ...flags]);
}
