import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asPostgresOwner, postgresOwner } from './postgres-binaries';
import { makeOwnedDirectory } from './postgres-cluster';
import type { ProcessDefinition } from './process-definition';
import { isPgbouncerReady } from './readiness';
import type { Secrets } from './secrets';
import { findOrInstall, PGBOUNCER } from './system-programs';
import { UserError } from './user-error';

export interface PoolerOptions {
  /** From `findPgbouncer`. */
  program: string;
  port: number;
  /** Connections to Postgres of each service's role. */
  poolSize: number;
}

/** The settings of every installation. */
const SETTINGS = path.resolve(__dirname, '..', '..', '..', 'deploy', 'pgbouncer', 'settings.ini');
/** Earlier versions lose prepared statements in transaction mode. */
const MIN_VERSION = [1, 21] as const;

/**
 * Finds PgBouncer, or installs it like other programs.
 * @throws UserError if it is missing or too old
 */
export function findPgbouncer(log: (line: string) => void): string {
  const program = findOrInstall(PGBOUNCER, log);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return program;
  throw new UserError(
    `${program} is PgBouncer ${major}.${minor}, which loses prepared statements in transaction mode. Install ` +
      `${MIN_VERSION.join('.')} or newer (Debian 13, Ubuntu 24.04, or apt.postgresql.org) and put it on the PATH.`,
  );
}

/** The URL of PgBouncer's console, which answers SHOW POOLS and the like. */
export function consoleUrl(postgresUrl: string, { port }: PoolerOptions): string {
  const url = new URL(postgresUrl);
  url.port = String(port);
  url.pathname = '/pgbouncer';
  return url.toString();
}

/** A PgBouncer in transaction mode for the roles of the services. */
export async function pgbouncerProcess(
  folder: string,
  pooler: PoolerOptions,
  postgresPort: number,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Promise<ProcessDefinition> {
  const settings = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  const console = consoleUrl(`postgres://postgres:${secrets.postgresPassword}@127.0.0.1/`, pooler);
  await makeOwnedDirectory(folder, postgresOwner());
  return {
    name: 'pgbouncer',
    ...asPostgresOwner(pooler.program, folder, [settings]),
    env,
    metrics: null,
    // SIGINT is the safe shutdown: it waits for open transactions.
    stopSignal: 'SIGINT',
    isReady: () => isPgbouncerReady(console, users),
    async beforeStart() {
      await writeOwned(users, userList(secrets));
      await writeOwned(settings, settingsFile(pooler, postgresPort, users));
    },
  };
}

function userList(secrets: Secrets): string {
  const passwords = {
    postgres: secrets.postgresPassword,
    luit_auth: secrets.authDatabasePassword,
    luit_billing: secrets.billingDatabasePassword,
    luit_generation: secrets.generationDatabasePassword,
  };
  return Object.entries(passwords)
    .map(([user, password]) => `"${user}" "${password}"\n`)
    .join('');
}

function settingsFile({ port, poolSize }: PoolerOptions, postgresPort: number, users: string): string {
  return `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${users}
admin_users = postgres
${readFileSync(SETTINGS, 'utf8')}
default_pool_size = ${poolSize}
`;
}

async function writeOwned(file: string, text: string): Promise<void> {
  const owner = postgresOwner();
  await writeFile(file, text, { mode: 0o600 });
  if ('uid' in owner) await chown(file, owner.uid, owner.gid);
}
