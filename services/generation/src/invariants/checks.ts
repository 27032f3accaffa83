import type { Check } from '@luit/platform/invariants/invariant-monitor';
import type { GenerationConfig } from '../config';
import type { HoldComparison } from './hold-comparison';
import type { InvariantsService } from './invariants.service';

/** Billing has this long to answer a job's end. */
const SETTLED_WITHIN_MS = 5 * 60_000;

/** Everything generation looks after: its jobs beside their holds, their provider tasks and their queue entries. */
export function generationChecks(
  { invariantsIntervalMs, reconcileIntervalMs }: GenerationConfig['limits'],
  invariants: InvariantsService,
  holds: HoldComparison,
): Check[] {
  return [
    {
      invariant: 'I3',
      name: 'a job’s credits went where its end says',
      look: async () => ({ violations: await invariants.moneyViolations(SETTLED_WITHIN_MS) }),
    },
    {
      invariant: 'I3',
      name: 'a job’s hold is as the job',
      everyMs: 10 * invariantsIntervalMs,
      look: () => holds.contradictions(),
    },
    {
      invariant: 'I5',
      name: 'a job has one live task, and duplicates come of doubt alone',
      look: async () => {
        const { severalLive, unexplained } = await invariants.duplicateTasks();
        return { violations: severalLive + unexplained };
      },
    },
    {
      invariant: 'I6',
      name: 'an unfinished job lies in a queue',
      // The reconciler mends these within its interval; what it could not mend counts.
      look: async () => ({ violations: await invariants.jobsWithoutEntry(3 * reconcileIntervalMs) }),
    },
  ];
}
