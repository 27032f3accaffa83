import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageError, UserError } from './user-error';
import { portVariables, type PublicPort } from './stack-ports';

export interface CliOptions {
  luitDir: string;
  workers: number;
  fresh: boolean;
  /** Folder of a backup that replaces the current data. */
  restore: string | undefined;
  ports: Partial<Record<PublicPort, number>>;
}

export const usage = (command: string): string => `${command} -- [options]
  --workers N          worker processes (1)
  --fresh              delete all data of earlier runs first
  --restore FOLDER     replace all data with a backup (npm run backup) first
  --port N             the web app's port (8080), or LUIT_PORT
  --sandbox-port N     (8090), or LUIT_SANDBOX_PORT
  --mailbox-port N     (1080), or LUIT_MAILBOX_PORT
  --smtp-port N        (1025), or LUIT_SMTP_PORT
  --postgres-port N    (55432), or LUIT_POSTGRES_PORT
  --redis-port N       (56379), or LUIT_REDIS_PORT
LUIT_DIR sets the folder for data, logs and stack.json (default: .luit).`;

const portNumber = z.coerce.number().int().min(1).max(65_535);
const flagOf = (name: PublicPort) => (name === 'gateway' ? 'port' : `${name}-port`);

/**
 * Reads the command line and the environment. Flags take precedence over variables.
 * @returns undefined when help was requested
 * @throws UserError for an unknown flag or an invalid value
 */
export function parseCli(
  argv: string[],
  env: NodeJS.ProcessEnv,
  checkout: string,
  command = 'npm start',
): CliOptions | undefined {
  const names = Object.keys(portVariables) as PublicPort[];
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    workers: { type: 'string' },
    fresh: { type: 'boolean' },
    restore: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(names.map((name) => [flagOf(name), { type: 'string' }])),
  };
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({ args: argv, options }).values as typeof values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage(command)}`);
  }
  if (values.help) return undefined;

  // --fresh deletes the secrets, without which the restored data cannot be decrypted.
  if (values.fresh && values.restore)
    throw new UserError(
      '--fresh and --restore exclude each other: --restore replaces the data but needs the existing secrets.',
    );

  const ports: CliOptions['ports'] = {};
  for (const name of names) {
    const text = values[flagOf(name)] ?? (env[portVariables[name]] || undefined);
    if (text !== undefined)
      ports[name] = read(portNumber, text, `--${flagOf(name)} or ${portVariables[name]}`, 'a port');
  }
  return {
    luitDir: path.resolve(checkout, env.LUIT_DIR || '.luit'),
    workers: read(z.coerce.number().int().min(0).max(64), values.workers ?? '1', '--workers', 'a number up to 64'),
    fresh: values.fresh === true,
    restore: typeof values.restore === 'string' ? path.resolve(checkout, values.restore) : undefined,
    ports,
  };
}

function read(schema: z.ZodType<number>, text: unknown, name: string, what: string): number {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new UserError(`${name} must be ${what}, not ${JSON.stringify(text)}.`);
  return parsed.data;
}
