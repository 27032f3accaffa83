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
 * @throws Error with the usage
 */
export async function addressesFrom(args: string[]): Promise<Addresses> {
  const valueOf = (flag: string): string | undefined => {
    const at = args.indexOf(`--${flag}`);
    return at < 0 ? undefined : args[at + 1];
  };
  const file = valueOf('stack');
  const source: Partial<Addresses> = file
    ? (JSON.parse(await readFile(file, 'utf8')) as Addresses)
    : Object.fromEntries(FLAGS.map((flag) => [flag, valueOf(flag)]));
  const [api, mailbox, sandbox] = FLAGS.map((flag) => source[flag]?.replace(/\/$/, ''));
  if (!api || !mailbox || !sandbox) {
    throw new Error('Name the stack: --stack FILE, or --api URL --mailbox URL --sandbox URL');
  }
  return { api, mailbox, sandbox };
}
