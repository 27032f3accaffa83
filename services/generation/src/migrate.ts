import { databaseEnvironment, parseEnvironment } from '@luit/platform/config';
import { runMigrations } from '@luit/platform/database/run-migrations';
import path from 'node:path';

const { DATABASE_URL: url } = parseEnvironment(databaseEnvironment, process.env);

void runMigrations({
  url,
  folder: path.join(__dirname, 'migrations'),
  settings: async () => (await import('./database.js')).databaseSettings(url),
});
