import { t } from '@lingui/core/macro';
import { Popover } from '@luit/ui/popover';
import { ProgressRing } from '@luit/ui/progress-ring';
import { Bell, WifiOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { LiveConnection, LiveState } from '../../../shared/live/live-connection';
import { shownProgress } from '../../../shared/requests/progress';
import { CONNECTION } from '../copy';
import { useActivity, type Activity } from '../use-activity';
import { useOutcomeToasts } from '../use-outcome-toasts';
import { ConnectionDot } from './connection-dot';
import { ActivityPanel } from './activity-panel';

/**
 * Shows the connection state, running jobs and recent results in the navigation bar of every signed-in page, and a toast for
 * each result.
 */
export function ActivityCenter({ live }: { live: LiveConnection }) {
  const state = useSyncExternalStore(live.subscribe, live.getState);
  const activity = useActivity(state);
  useOutcomeToasts(activity);
  const [isOpen, setOpen] = useState(false);
  const { running, unread, markAllSeen } = activity;

  const change = (next: boolean) => {
    setOpen(next);
    // Unread markers stay until the panel closes.
    if (!next) markAllSeen();
  };

  return (
    <>
      <Popover
        isOpen={isOpen}
        onOpenChange={change}
        title={t`Activity`}
        label={button(CONNECTION[state].label, running.length, unread.size)}
        align="end"
        triggerClassName="relative grid size-10 shrink-0 place-items-center rounded-full text-current transition-colors hover:bg-current/8 data-popup-open:bg-current/8 print:hidden"
        trigger={<TriggerIcon state={state} activity={activity} />}
      >
        <ActivityPanel state={state} activity={activity} onLeave={() => change(false)} />
      </Popover>
      <ConnectionStatus state={state} />
    </>
  );
}

function TriggerIcon({ state, activity: { running, unread } }: { state: LiveState; activity: Activity }) {
  const isDisconnected = state === 'reconnecting' || state === 'polling' || state === 'offline';
  const [newest] = running;
  return (
    <>
      {newest ? (
        <ProgressRing value={shownProgress(newest) ?? 0} className="size-5.5" />
      ) : isDisconnected ? (
        <WifiOff className="size-5" aria-hidden />
      ) : (
        <Bell className="size-5" aria-hidden />
      )}
      {state !== 'live' && (
        <span className="absolute right-0.5 bottom-0.5 rounded-full bg-surface p-0.5">
          <ConnectionDot state={state} />
        </span>
      )}
      {unread.size > 0 && (
        <span
          aria-hidden
          className="absolute -top-1 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-brand-border px-1 text-label leading-none font-bold text-white"
        >
          {unread.size}
        </span>
      )}
    </>
  );
}

/**
 * Announces lost live updates and their return politely to screen readers. The app's banner announces a lost connection and its
 * return, so these are not announced again.
 */
function ConnectionStatus({ state }: { state: LiveState }) {
  const [isInterrupted, setInterrupted] = useState(false);
  const isAnnounced = state === 'reconnecting' || state === 'polling';
  if (isAnnounced && !isInterrupted) setInterrupted(true);
  if (state === 'offline' && isInterrupted) setInterrupted(false);
  return (
    <p role="status" aria-label={t`Connection: ${{ connection: CONNECTION[state].label }}`} className="sr-only">
      {isAnnounced || (state === 'live' && isInterrupted) ? CONNECTION[state].sentence : ''}
    </p>
  );
}

/** The button's accessible name, which spells out its visual markers. */
function button(connection: string, running: number, unread: number) {
  if (running > 0 && unread > 0) return t`Activity. ${connection}, ${running} in progress, ${unread} unread`;
  if (running > 0) return t`Activity. ${connection}, ${running} in progress`;
  return unread > 0 ? t`Activity. ${connection}, ${unread} unread` : t`Activity. ${connection}`;
}
