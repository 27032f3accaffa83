import 'reflect-metadata';
import { databaseEnvironment, parseEnvironment } from '@luit/platform/config';
import { dataSourceOptions } from '@luit/platform/database/data-source-options';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { authDatabase } from './database';
import { AUDIENCES, rotateKey } from './identity/keys/rotate-keys';
import { SecretsService } from './records/secrets/secrets.service';

/** Usage: `node services/auth/dist/rotate-keys.js [--emergency] [audience …]`; without an audience, all of them. */
async function main(args: string[]): Promise<void> {
  rejectUnknown(args);
  const environment = { ...databaseEnvironment, AUTH_SECRET: z.string().min(32) };
  const env = parseEnvironment(environment, process.env, ['AUTH_SECRET']);
  const named = AUDIENCES.filter((audience) => args.includes(audience));
  const options = dataSourceOptions(authDatabase({ url: env.DATABASE_URL, pool: 1 }));
  const database = await new DataSource(options).initialize();
  try {
    const secrets = new SecretsService({ secret: env.AUTH_SECRET });
    for (const audience of named.length > 0 ? named : AUDIENCES) {
      const kid = await rotateKey(database, secrets, audience, args.includes('--emergency'));
      process.stdout.write(`${audience}: new signing key ${kid}\n`);
    }
  } finally {
    await database.destroy();
  }
}

/** Exits with 2, like every command that is given an unknown argument. */
function rejectUnknown(args: string[]): void {
  const known: string[] = ['--emergency', ...AUDIENCES];
  const unknown = args.filter((arg) => !known.includes(arg));
  if (unknown.length === 0) return;
  process.stderr.write(`Unknown argument: ${unknown.join(', ')}\nKnown arguments: ${known.join(', ')}\n`);
  process.exit(2);
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
