import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import type { LiveConnection, LiveState } from '../live-connection';

const TEXTS: Record<LiveState, string> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  polling: 'Polling every 3 s',
};

const DOTS: Record<LiveState, string> = {
  connecting: 'bg-edge',
  live: 'bg-success',
  reconnecting: 'bg-muga animate-pulse',
  polling: 'bg-danger',
};

/** Whether news arrives by itself just now. Quiet while all is well. */
export function ConnectionIndicator({ live }: { live: LiveConnection }) {
  const state = useSyncExternalStore(live.subscribe, live.getState);
  return (
    <div
      role="status"
      aria-label={`Connection: ${TEXTS[state]}`}
      className={clsx(
        'fixed bottom-4 left-4 z-30 flex items-center gap-2 rounded-full border border-line bg-surface px-3 py-1.5',
        'text-label font-medium text-muted shadow-card',
        // On a small screen it would cover the page, so there it only speaks up when something is wrong.
        (state === 'live' || state === 'connecting') && 'max-lg:sr-only',
      )}
    >
      <span aria-hidden className={clsx('size-2 rounded-full', DOTS[state])} />
      {TEXTS[state]}
    </div>
  );
}
