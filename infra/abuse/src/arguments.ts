import { parseArgs } from 'node:util';

export interface AbuseArguments {
  /** Runs a few floods for a second and a half each, instead of all of them at full length. */
  isShort: boolean;
  /** The stack.json of a running stack; undefined to start a throwaway one. */
  stackFile?: string;
  /** `corpus`, `floods`, or names of families and floods. Empty: everything. */
  parts: string[];
  /** How many times slower responses may be than on an idle machine with two cores. */
  timeFactor: number;
}

/** An invalid command line. The message is shown to the user. */
export class ArgumentError extends Error {}

/**
 * Parses the command line.
 *
 * @param names known families and floods
 * @throws ArgumentError with the usage
 */
export function readArguments(argv: string[], names: string[]): AbuseArguments {
  const usage = [
    'npm run test:abuse -- [--short] [--stack FILE] [--time-factor N] [part …]',
    '  --short          a few floods of a second and a half each',
    '  --stack FILE     attack the stack that this stack.json describes instead of a throwaway one',
    '  --time-factor N  responses may take N times as long, because other programs share the machine',
    `  parts            corpus, floods, ${names.join(', ')}`,
  ].join('\n');
  let parsed;
  try {
    parsed = parseArgs({
      args: argv,
      options: {
        short: { type: 'boolean', default: false },
        stack: { type: 'string' },
        'time-factor': { type: 'string', default: '1' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new ArgumentError(`${(error as Error).message}\n\n${usage}`);
  }
  const { values, positionals } = parsed;
  const unknown = positionals.filter((part) => !['corpus', 'floods', ...names].includes(part));
  if (unknown.length > 0) throw new ArgumentError(`Unknown part: ${unknown.join(', ')}\n\n${usage}`);
  const timeFactor = Number(values['time-factor']);
  if (!(timeFactor >= 1)) throw new ArgumentError(`--time-factor must be at least 1\n\n${usage}`);
  return { isShort: values.short, stackFile: values.stack, parts: positionals, timeFactor };
}
