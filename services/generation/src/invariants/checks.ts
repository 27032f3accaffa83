import type { Check } from '@luit/platform/invariants/invariant-monitor';
import type { GenerationConfig } from '../config';
import { BUSY_INTERVAL_MS } from '../dispatch/dispatcher';
import type { HoldComparison } from './hold-comparison';
import type { InvariantsService } from './invariants.service';

/** Time that billing has to settle the hold of a finished job. */
const SETTLED_WITHIN_MS = 5 * 60_000;

/**
 * Time that a crashed worker may take to recover without help: its leases end within seconds, its process or pod restarts within a minute,
 * and the queues return its stalled jobs within another 40 seconds. Only a state that stays broken for longer is a violation.
 */
export const RECOVERED_WITHIN_MS = 2 * 60_000;

/** Generation's invariants: jobs agree with their holds, their provider tasks and their queue entries. */
export function generationChecks(
  { reconcileIntervalMs }: GenerationConfig['limits'],
  invariants: InvariantsService,
  holds: HoldComparison,
): Check[] {
  // The reconciler repairs within its interval; only rows that it failed to repair count.
  const graceMs = Math.max(RECOVERED_WITHIN_MS, 3 * reconcileIntervalMs);
  return [
    {
      invariant: 'I3',
      name: 'the credits of a finished job match its outcome',
      run: async () => ({ violations: await invariants.moneyViolations(SETTLED_WITHIN_MS) }),
    },
    holds.check(),
    {
      invariant: 'I5',
      name: 'a job has one live task, and duplicates only after an unknown submission',
      run: async () => {
        const { severalLive, unexplained } = await invariants.duplicateTasks();
        return { violations: severalLive + unexplained };
      },
    },
    {
      invariant: 'I6',
      name: 'a dispatched job has a queue entry',
      run: async () => ({ violations: await invariants.jobsWithoutEntry(graceMs) }),
    },
    {
      invariant: 'I6',
      name: 'a running job is polled when it is due',
      run: async () => ({ violations: await invariants.overduePolls(graceMs) }),
    },
    {
      invariant: 'I6',
      name: 'no runnable job waits while a slot is free',
      run: () => invariants.overdueJobs(graceMs, 2 * BUSY_INTERVAL_MS),
    },
  ];
}
