/** The flags of `npm start` and `npm run dev`; their values are not validated yet. */
export interface StartFlags {
  workers?: string;
  fresh?: boolean;
  restore?: string;
  port?: string;
  'sandbox-port'?: string;
  'mailbox-port'?: string;
  'smtp-port'?: string;
  'postgres-port'?: string;
  'redis-port'?: string;
}

/** Reads the command line. For an unknown flag it prints the usage and exits with 2; for `--help` it exits with 0. */
export function readStartArguments(command: string, argv?: readonly string[]): StartFlags;
