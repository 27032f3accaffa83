import { ArgumentError, parseArguments } from '@luit/local/command-arguments';
import { readFile } from 'node:fs/promises';

/** URLs of a running stack, without a trailing slash. */
export interface Addresses {
  api: string;
  mailbox: string;
  sandbox: string;
}

const FLAGS = ['api', 'mailbox', 'sandbox'] as const;

/**
 * Reads the addresses from `--stack FILE` (a stack.json) or from `--api URL --mailbox URL --sandbox URL`.
 *
 * @throws ArgumentError for unknown or missing arguments
 */
export async function addressesFrom(args: string[]): Promise<Addresses> {
  const known = { api: 'URL', mailbox: 'URL', sandbox: 'URL', stack: 'FILE' };
  const { options } = parseArguments({ command: 'npm run smoke', options: known }, args);
  const { stack, ...urls } = options as Partial<Addresses & { stack: string }>;
  const source: Partial<Addresses> = stack ? (JSON.parse(await readFile(stack, 'utf8')) as Addresses) : urls;
  const [api, mailbox, sandbox] = FLAGS.map((flag) => source[flag]?.replace(/\/$/, ''));
  if (!api || !mailbox || !sandbox) {
    throw new ArgumentError('Name the stack: --stack FILE, or --api URL --mailbox URL --sandbox URL');
  }
  return { api, mailbox, sandbox };
}
