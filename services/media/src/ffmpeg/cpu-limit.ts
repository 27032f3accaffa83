/**
 * A command that runs a program until it has used so many seconds of processor time, on all of its threads together. The kernel then
 * kills it with SIGKILL.
 */
export function withCpuLimit(seconds: number, program: string, args: string[]): [command: string, args: string[]] {
  return ['/bin/sh', ['-c', `ulimit -t ${seconds}; exec "$0" "$@"`, program, ...args]];
}
