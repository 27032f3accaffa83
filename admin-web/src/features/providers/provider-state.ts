import { NO_KEY } from '@luit/contracts/generation/limits';
import type { ProviderOverview, ProviderState } from '@luit/contracts/generation/providers';
import { FAILING_JOBS } from '@luit/contracts/operations/limits';
import type { BadgeTone } from '@luit/ui/badge';

const STATES: Record<ProviderState, { label: string; tone: BadgeTone }> = {
  closed: { label: 'Healthy', tone: 'success' },
  half_open: { label: 'Half open', tone: 'accent' },
  open: { label: 'Circuit open', tone: 'danger' },
};

/** The most important fact about a provider. One that accepts every job may still fail all of them. */
export function stateOf({ state, reason, lastFiveMinutes: { succeeded, finished }, outOfRotation }: ProviderOverview): {
  label: string;
  tone: BadgeTone;
} {
  if (outOfRotation) return { label: 'Out of rotation', tone: 'accent' };
  if (isKeyMissing({ state, reason })) return { label: 'No key', tone: 'danger' };
  const failed = finished - succeeded;
  const isFailing = failed >= FAILING_JOBS.least && failed >= finished * FAILING_JOBS.share;
  return state === 'closed' && isFailing ? { label: 'Jobs fail', tone: 'danger' } : STATES[state];
}

export function successOf({ succeeded, finished }: ProviderOverview['lastHour']): string {
  return finished === 0 ? 'none finished' : `${succeeded} of ${finished}`;
}

/** Failed submissions since the latest successful one. */
export function failuresText(failures: number): string {
  return failures === 1 ? '1 failed submission' : `${failures} failed submissions in a row`;
}

/** Workers have no key for it, so no job probes it. */
export function isKeyMissing({ state, reason }: Pick<ProviderOverview, 'state' | 'reason'>): boolean {
  return state !== 'closed' && reason === NO_KEY;
}

/** The code of a failure, or what it means if that is known. */
export function reasonText(reason: string): string {
  return reason === NO_KEY ? 'workers have no key for it' : reason;
}
