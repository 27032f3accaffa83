import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findProgram, PROMTOOL } from '../system-programs';

export const PROMETHEUS = path.resolve(__dirname, '..', '..', '..', '..', 'deploy', 'prometheus');
/** Tests of the rules; hours of their time take seconds. */
export const RULE_TESTS = ['rules.test.yml', 'slow-rules.test.yml'];

/** @throws Error with the output if promtool is missing or rejects its input */
export function promtool(...args: string[]): string {
  const program = findProgram(PROMTOOL);
  if (!program) throw new Error('promtool is missing. npm test installs it, or run apt-get install prometheus.');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: PROMETHEUS, encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
