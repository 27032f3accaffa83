/** The arguments that a command knows. */
export interface KnownArguments {
  /** For example `npm run verify -- bench`. */
  command: string;
  /** Known words, each of which may be given. */
  names?: readonly string[];
  /** One free argument, for example a folder. */
  value?: { label: string; pattern: RegExp; isRequired?: boolean };
  /** Flags with the label of their value; null for flags without a value. */
  options?: Record<string, string | null>;
}

export interface Arguments {
  options: Record<string, string | boolean | undefined>;
  names: string[];
  value: string | undefined;
}

/** An invalid command line. The message names the known arguments. */
export class ArgumentError extends Error {}

/** @throws ArgumentError for an unknown or missing argument */
export function parseArguments(known: KnownArguments, argv: readonly string[]): Arguments;

/** Like `parseArguments`, but prints the error and exits with 2. */
export function readArguments(known: KnownArguments, argv?: readonly string[]): Arguments;
