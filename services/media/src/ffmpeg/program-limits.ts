interface ProgramLimits {
  /** Processor time, on all of its threads together. */
  cpuSeconds: number;
  /** Memory that it may write to, whether it has written to it or not. Only Linux limits it. */
  memoryBytes: number;
}

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
