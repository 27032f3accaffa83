import 'reflect-metadata';
import { databaseEnvironment, parseEnvironment } from '@luit/platform/config';
import { runMigrations } from '@luit/platform/database/migrate';
import { databaseSettings } from './database';

void runMigrations(databaseSettings(parseEnvironment(databaseEnvironment, process.env).DATABASE_URL));
