import { runMigrations } from '@luit/platform/migrations/run-migrations';
import path from 'node:path';

void runMigrations({
  service: 'generation',
  folder: path.join(__dirname, 'migrations'),
  settings: async (url) => (await import('./database.js')).databaseSettings(url),
});
