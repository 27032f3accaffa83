import { parseArgs } from 'node:util';

export interface AbuseArguments {
  /** A few floods of a second and a half each instead of all of them at full length. */
  isShort: boolean;
  /** A stack that runs already, by its stack.json; undefined for one of its own. */
  stackFile?: string;
  /** `corpus`, `floods`, or names of families and floods; everything when empty. */
  parts: string[];
  /** By how much answers may be slower than on an idle machine of two cores; 1 unless other programs share it. */
  timeFactor: number;
}

/** What the command line is wrong about, in words for whoever typed it. */
export class ArgumentError extends Error {}

/**
 * Reads the command line.
 *
 * @param names of families and floods that may be asked for
 * @throws ArgumentError that lists what is known
 */
export function readArguments(argv: string[], names: string[]): AbuseArguments {
  const usage = [
    'npm run test:abuse -- [--short] [--stack FILE] [--time-factor N] [part …]',
    '  --short          a few floods of a second and a half each',
    '  --stack FILE     attack the stack that this stack.json describes instead of a throwaway one',
    '  --time-factor N  answers may take N times as long, where other programs share the machine',
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
  if (!(timeFactor >= 1)) throw new ArgumentError(`--time-factor takes a number of 1 or more\n\n${usage}`);
  return { isShort: values.short, stackFile: values.stack, parts: positionals, timeFactor };
}
