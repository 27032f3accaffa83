import { clsx } from 'clsx';
import type { LiveState } from '../../../shared/live/live-connection';

const DOTS: Record<LiveState, string> = {
  connecting: 'bg-edge',
  live: 'bg-success',
  reconnecting: 'bg-accent animate-pulse',
  polling: 'bg-danger',
  offline: 'bg-danger',
};

export function ConnectionDot({ state }: { state: LiveState }) {
  return <span aria-hidden className={clsx('block size-2 shrink-0 rounded-full', DOTS[state])} />;
}
