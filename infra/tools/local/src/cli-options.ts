import path from 'node:path';
import { z } from 'zod';
import type { StartFlags } from '@luit/local/start-arguments';
import { portVariables, type PublicPort } from './stack-ports';
import { UserError } from './user-error';

export interface CliOptions {
  luitDir: string;
  workers: number;
  fresh: boolean;
  /** Folder of a backup that replaces the current data. */
  restore: string | undefined;
  ports: Partial<Record<PublicPort, number>>;
}

const portNumber = z.coerce.number().int().min(1).max(65_535);
const flagOf = (name: PublicPort) => (name === 'gateway' ? 'port' : (`${name}-port` as const));

/**
 * Validates the flags and reads the environment. Flags take precedence over variables.
 * @throws UserError for an invalid value
 */
export function readCliOptions(flags: StartFlags, env: NodeJS.ProcessEnv, checkout: string): CliOptions {
  // --fresh moves the secrets aside, without which the restored data cannot be decrypted.
  if (flags.fresh && flags.restore)
    throw new UserError(
      '--fresh and --restore exclude each other: --restore replaces the data but needs the existing secrets.',
    );

  const ports: CliOptions['ports'] = {};
  for (const name of Object.keys(portVariables) as PublicPort[]) {
    const text = flags[flagOf(name)] ?? (env[portVariables[name]] || undefined);
    if (text !== undefined)
      ports[name] = read(portNumber, text, `--${flagOf(name)} or ${portVariables[name]}`, 'a port');
  }
  return {
    luitDir: path.resolve(checkout, env.LUIT_DIR || '.luit'),
    workers: read(z.coerce.number().int().min(0).max(64), flags.workers ?? '1', '--workers', 'a number up to 64'),
    fresh: flags.fresh === true,
    restore: flags.restore === undefined ? undefined : path.resolve(checkout, flags.restore),
    ports,
  };
}

function read(schema: z.ZodType<number>, text: string, name: string, what: string): number {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new UserError(`${name} must be ${what}, not ${JSON.stringify(text)}.`);
  return parsed.data;
}
