import { Popover } from '@luit/ui/popover';
import { ProgressRing } from '@luit/ui/progress-ring';
import { Bell, WifiOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { LiveConnection, LiveState } from '../../live/live-connection';
import { activityCopy, CONNECTION } from '../copy';
import { useActivity, type Activity } from '../use-activity';
import { useOutcomeToasts } from '../use-outcome-toasts';
import { ConnectionDot } from './connection-dot';
import { ActivityPanel } from './activity-panel';

/**
 * The shell's own element, on every page of whoever is signed in: whether news arrives by itself, what is under way and
 * what ended lately. Its button stands in the navigation bar. Outcomes are told as they come.
 */
export function ActivityCenter({ live }: { live: LiveConnection }) {
  const state = useSyncExternalStore(live.subscribe, live.getState);
  const activity = useActivity(state);
  useOutcomeToasts(activity);
  const [isOpen, setOpen] = useState(false);
  const { running, unread, markAllSeen } = activity;

  const change = (next: boolean) => {
    setOpen(next);
    // They are read once the panel was looked at; while it is open their marks stay.
    if (!next) markAllSeen();
  };

  return (
    <>
      <Popover
        isOpen={isOpen}
        onOpenChange={change}
        title={activityCopy.title}
        label={activityCopy.button(CONNECTION[state].label, running.length, unread.size)}
        align="end"
        triggerClassName="relative grid size-10 shrink-0 place-items-center rounded-full text-current transition-colors hover:bg-current/8 data-popup-open:bg-current/8 print:hidden"
        trigger={<Marks state={state} activity={activity} />}
      >
        <ActivityPanel state={state} activity={activity} onLeave={() => change(false)} />
      </Popover>
      <ConnectionStatus state={state} />
    </>
  );
}

function Marks({ state, activity: { running, unread } }: { state: LiveState; activity: Activity }) {
  const isCutOff = state === 'reconnecting' || state === 'polling';
  const [newest] = running;
  return (
    <>
      {newest ? (
        <ProgressRing value={newest.progress} className="size-5.5" />
      ) : isCutOff ? (
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

/** Told to screen readers as it changes, politely, and only once it is worth a word. */
function ConnectionStatus({ state }: { state: LiveState }) {
  return (
    <p role="status" aria-label={`Connection: ${CONNECTION[state].label}`} className="sr-only">
      {state === 'connecting' ? '' : CONNECTION[state].sentence}
    </p>
  );
}
