import { runMigrations } from '@luit/platform/database/migrate';
import { databaseEnvironment, parseEnvironment } from '@luit/platform/config';
import { databaseSettings } from './database';

const env = parseEnvironment(databaseEnvironment, process.env);
void runMigrations(databaseSettings({ url: env.DATABASE_URL, pool: env.DATABASE_POOL }));
