import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { InvariantStatus } from '@luit/contracts/messages/invariants';

/** SQL: false if no invariant of the service is violated. */
export const HAS_VIOLATIONS = `EXISTS (SELECT FROM invariants WHERE violations > 0)`;

/** The alert causes of violated invariants: one for each invariant, whose checks often fail together. */
export function invariantAlerts(statuses: InvariantStatus[]): AlertCause[] {
  const violated = statuses.filter(({ violations }) => violations > 0);
  return [...new Set(violated.map(({ invariant }) => invariant))].map((name) => ({
    kind: 'invariant_violated',
    subject: name,
    summary: `${name} is violated: ${violated
      .filter(({ invariant }) => invariant === name)
      .map(failureOf)
      .join('; ')}.`,
    action: 'Check the invariants page and the runbook. Luit has not changed anything automatically.',
    severity: 'critical',
  }));
}

function failureOf({ name, violations, samples: [sample] }: InvariantStatus): string {
  const example = sample === undefined ? '' : `, for example ${sample}`;
  return `“${name}” fails in ${violations} case${violations === 1 ? '' : 's'}${example}`;
}
