import { spawn } from 'node:child_process';

/**
 * Waits for the pipe to this process to end, which every way of dying does, a SIGKILL too. If run.json ($0) still names
 * it ($1) as the supervisor then, it could not end what it had started: each of those is ended with its group.
 */
const GUARD = `
  cat >/dev/null
  pids=$(sed -n 's/.*"pid": *\\([0-9]*\\).*/\\1/p' "$0" 2>/dev/null) || exit 0
  set -- "$1" $pids
  [ "$1" = "$2" ] || exit 0
  shift 2
  for signal in TERM KILL; do
    for pid; do kill -s $signal -- "-$pid" 2>/dev/null; done
    [ $signal = KILL ] || sleep 2
  done
`;

/**
 * Makes sure that what run.json lists does not outlive this process.
 * @returns ends the guard, once everything is down
 */
export function guardAgainstOrphans(runFile: string): () => void {
  const guard = spawn('/bin/sh', ['-c', GUARD, runFile, String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return () => guard.stdin.end();
}
