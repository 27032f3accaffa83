import { spawn } from 'node:child_process';

/**
 * Waits for the pipe from the supervisor to close, which happens however the supervisor dies, even by SIGKILL. If run.json
 * ($0) then still names the supervisor ($1), it could not end its processes; the guard ends each of their groups.
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
 * Ensures that the processes in run.json do not outlive this process.
 * @returns a function that ends the guard after a regular shutdown
 */
export function guardAgainstOrphans(runFile: string): () => void {
  const guard = spawn('/bin/sh', ['-c', GUARD, runFile, String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return () => guard.stdin.end();
}
