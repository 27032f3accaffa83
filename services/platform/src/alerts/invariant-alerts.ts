import type { AlertCause, AlertKind } from '@luit/contracts/alerts/alerts';
import type { InvariantStatus } from '@luit/contracts/operations/invariants';

/** The alerts of violated invariants. @param kindOf the alert kind of invariants that have their own */
export function invariantAlerts(
  scores: InvariantStatus[],
  kindOf: (name: string) => AlertKind | undefined = () => undefined,
) {
  return scores
    .filter(({ violations }) => violations > 0)
    .map(({ invariant, name, violations, samples }): AlertCause => {
      const examples = samples.length > 0 ? `, for example ${samples[0]}` : '';
      return {
        kind: kindOf(name) ?? 'invariant_violated',
        subject: name,
        summary: `${invariant} does not hold: “${name}” is broken ${violations} time${violations === 1 ? '' : 's'}${examples}.`,
        action: 'Check the invariants page and the runbook of this invariant. Nothing was changed automatically.',
        severity: 'critical',
      };
    });
}
