interface ProgramLimits {
  /** Processor time, on all of its threads together. */
  cpuSeconds: number;
  /** Memory that it may write to, whether it has written to it or not. Only Linux limits it. */
  memoryBytes: number;
}

/** Memory of a Node program that decodes images. Node 24 reserves 0.6 GiB of it for compiled code, Node 20 almost nothing. */
export const NODE_PROGRAM_BYTES = 1.5 * 1024 ** 3;

/**
 * A command that runs a program within limits. The kernel kills it with SIGKILL after its processor time, and gives it no memory beyond the
 * limit, upon which it fails.
 */
export function withLimits(
  { cpuSeconds, memoryBytes }: ProgramLimits,
  program: string,
  args: string[],
): [command: string, args: string[]] {
  const limits = `ulimit -t ${cpuSeconds}; ulimit -d ${memoryBytes / 1_024}`;
  return ['/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, program, ...args]];
}
