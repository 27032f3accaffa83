import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { InvariantStatus } from '@luit/contracts/messages/invariants';

/** SQL: false if no invariant of the service is violated. */
export const HAS_VIOLATIONS = `EXISTS (SELECT FROM invariants WHERE violations > 0)`;

/** The alert causes of violated invariants. */
export function invariantAlerts(statuses: InvariantStatus[]) {
  return statuses
    .filter(({ violations }) => violations > 0)
    .map(({ invariant, name, violations, samples }): AlertCause => {
      const examples = samples.length > 0 ? `, for example ${samples[0]}` : '';
      return {
        kind: 'invariant_violated',
        subject: name,
        summary: `${invariant} is violated: “${name}” fails in ${violations} case${violations === 1 ? '' : 's'}${examples}.`,
        action: 'Check the invariants page and the runbook. Luit has not changed anything automatically.',
        severity: 'critical',
      };
    });
}
