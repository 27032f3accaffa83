import { NO_KEY } from '@luit/contracts/generation/limits';
import type { ProviderOverview, ProviderState } from '@luit/contracts/generation/providers';
import { FAILING_JOBS } from '@luit/contracts/operations/limits';
import type { BadgeTone } from '@luit/ui/badge';

const STATES: Record<ProviderState, { label: string; tone: BadgeTone }> = {
  closed: { label: 'Healthy', tone: 'success' },
  half_open: { label: 'Half open', tone: 'accent' },
  open: { label: 'Circuit open', tone: 'danger' },
};

const OFF: { label: string; tone: BadgeTone } = { label: 'Off', tone: 'neutral' };

/** The most important fact about a provider. One that accepts every job may still fail all of them. */
export function stateOf(provider: ProviderOverview): { label: string; tone: BadgeTone } {
  const { state, pausedMs, lastFiveMinutes, stopped } = provider;
  if (stopped) return stopped.state === 'off' ? OFF : { label: 'Draining', tone: 'accent' };
  if (isKeyMissing(provider)) return { label: 'Unusable', tone: 'danger' };
  if (state !== 'closed') return STATES[state];
  const failed = lastFiveMinutes.finished - lastFiveMinutes.succeeded;
  const isFailing = failed >= FAILING_JOBS.least && failed >= lastFiveMinutes.finished * FAILING_JOBS.share;
  if (isFailing) return { label: 'Jobs fail', tone: 'danger' };
  return pausedMs > 0 ? { label: 'Rate limited', tone: 'accent' } : STATES.closed;
}

/** Whether Luit submits jobs to the provider now, apart from the one that probes it. */
export function isAvailable({ state, pausedMs, stopped }: ProviderOverview): boolean {
  return state === 'closed' && pausedMs === 0 && !stopped;
}

/** How many providers are not healthy, in the words of their state if they share it; null if all are healthy. */
export function unhealthyText(providers: ProviderOverview[]): string | null {
  const labels = providers
    .map((provider) => stateOf(provider).label)
    .filter((label) => label !== STATES.closed.label && label !== OFF.label);
  if (labels.length === 0) return null;
  const isShared = new Set(labels).size === 1;
  return `${labels.length} ${isShared ? labels[0]?.toLowerCase() : 'not healthy'}`;
}

export function successOf({ succeeded, finished }: ProviderOverview['lastHour']): string {
  return finished === 0 ? 'none finished' : `${succeeded} of ${finished}`;
}

/** Failed submissions since the latest successful one. */
export function failuresText(failures: number): string {
  return failures === 1 ? '1 failed submission' : `${failures} failed submissions in a row`;
}

/** No worker can use it, so no job probes it. */
export function isKeyMissing({ state, reason }: Pick<ProviderOverview, 'state' | 'reason'>): boolean {
  return state !== 'closed' && reason === NO_KEY;
}

/** The code of a failure, or what it means if that is known. */
export function reasonText(reason: string): string {
  return reason === NO_KEY ? 'workers cannot use it' : reason;
}
