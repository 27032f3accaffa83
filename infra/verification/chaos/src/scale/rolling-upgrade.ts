import { RollingLoad, type RollingLoadResult } from './rolling-load';
import { RollingStack } from './rolling-stack';

/** Replaces every process under load. */
export async function rollingUpgrade(): Promise<RollingLoadResult> {
  const stack = await RollingStack.open();
  try {
    const load = await RollingLoad.start(stack.cluster);
    await stack.replaceAll();
    return await load.end();
  } finally {
    await stack.close();
  }
}

/** One line for people. */
export function describeRollingLoad({ jobs, reads, purchases, transientErrors, problems }: RollingLoadResult): string {
  const retried = Object.entries(transientErrors).map(([name, count]) => `${count} × ${name}`);
  return (
    `${jobs} jobs, ${purchases} purchases, ${reads} reads; retried: ${retried.join(', ') || 'none'}; ` +
    (problems.length === 0 ? 'none lost, duplicated or failed; every outcome was pushed' : 'FAILED')
  );
}
