import { parseArguments } from '@luit/local/command-arguments';

export interface AbuseArguments {
  /** Runs a few floods for a second and a half each, instead of all of them at full length, and ignores how long responses take. */
  isShort: boolean;
  /** The stack.json of a running stack; undefined to start a throwaway one. */
  stackFile?: string;
  /** `corpus`, `floods`, or names of families and floods. Empty: everything. */
  parts: string[];
}

/**
 * Parses the command line.
 *
 * @param names known families and floods
 * @throws ArgumentError naming the known arguments
 */
export function readArguments(argv: string[], names: string[]): AbuseArguments {
  const parts = ['corpus', 'floods', ...names];
  const { options, names: chosen } = parseArguments(
    {
      command: 'npm run verify -- abuse',
      names: parts,
      options: { short: null, stack: 'FILE' },
    },
    argv,
  );
  const stackFile = options.stack as string | undefined;
  return { isShort: options.short === true, stackFile, parts: chosen };
}
