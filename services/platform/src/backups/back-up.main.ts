import { parseEnvironment } from '../config';
import { backupEnvironment, storageFolder } from './environment';
import { backUp } from './back-up';

/** `node back-up.main.js FOLDER`, with ADMIN_DATABASE_URL and, for folder storage, STORAGE_DIR. */
async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: back-up.main.js FOLDER (a new folder)');
  const env = parseEnvironment(backupEnvironment, process.env, []);
  const { at, tables, files } = await backUp({
    databaseUrl: env.ADMIN_DATABASE_URL,
    storageDir: storageFolder(env),
    folder,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Backed up to ${folder}: ${rows} rows of ${tables.length} tables as of ${at}, ${files ?? 'no'} files\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
