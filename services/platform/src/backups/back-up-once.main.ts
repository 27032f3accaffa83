import { Logger } from '@nestjs/common';
import { parseEnvironment } from '../config';
import { createPino, JsonLogger } from '../logs/json-logger';
import { BackupArchive } from './backup-archive';
import { archiveEnvironment, storageFolder } from './environment';
import { ScheduledBackups } from './scheduled-backups';

/** Makes and checks one backup, deletes old ones, and ends: for schedulers such as a CronJob. Fails if the backup or its check does. */
async function main(): Promise<void> {
  Logger.overrideLogger(new JsonLogger(createPino({ service: 'backups', instance: 'backups', level: 'info' })));
  const env = parseEnvironment(archiveEnvironment, process.env, []);
  const archive = new BackupArchive(env.BACKUPS_DIR, env.BACKUP_KEEP_DAYS);
  const settings = { databaseUrl: env.ADMIN_DATABASE_URL, storageDir: storageFolder(env) };
  await new ScheduledBackups(archive, settings).run(new Date());
}

main().catch((error: unknown) => {
  new Logger('Backup').error({ msg: 'Backup failed', err: error });
  process.exitCode = 1;
});
