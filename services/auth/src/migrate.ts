import 'reflect-metadata';
import { databaseEnvironment, parseEnvironment } from '@luit/platform/config';
import { runMigrations } from '@luit/platform/database/migrate';
import { authDatabase } from './database';

const env = parseEnvironment(databaseEnvironment, process.env);

void runMigrations(authDatabase({ url: env.DATABASE_URL }));
