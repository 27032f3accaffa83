import { parseEnvironment } from '../config';
import { backupUrl } from './backup-url';
import { Barman } from './barman';

/**
 * Postgres' `archive_command` and `restore_command`: `node barman.main.js wal-archive PATH` and `node barman.main.js wal-restore
 * NAME PATH`, with BACKUP_URL. A failed command is repeated by Postgres.
 */
async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command !== 'wal-archive' && command !== 'wal-restore')
    throw new Error('Usage: barman.main.js wal-archive PATH, or wal-restore NAME PATH');
  const { BACKUP_URL } = parseEnvironment({ BACKUP_URL: backupUrl }, process.env, []);
  process.exitCode = await new Barman(BACKUP_URL).segment(command, args);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
