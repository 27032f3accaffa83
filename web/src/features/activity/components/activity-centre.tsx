import { Popover } from '@luit/ui/popover';
import { ProgressRing } from '@luit/ui/progress-ring';
import { clsx } from 'clsx';
import { Bell } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useReadingOn } from '../../../lib/scroll';
import type { LiveConnection, LiveState } from '../../live/live-connection';
import { activityCopy, CONNECTION } from '../copy';
import { useActivity, type Activity } from '../use-activity';
import { useOutcomeToasts } from '../use-outcome-toasts';
import { ConnectionDot } from './connection-dot';
import { ActivityPanel } from './activity-panel';

/**
 * The shell's own element, on every page of whoever is signed in: whether news arrives by itself, what is under way and
 * what ended lately. Its button sits in the lower corner; where it would lie over the text it steps aside while somebody
 * reads on. Outcomes are told as they come.
 */
export function ActivityCentre({ live }: { live: LiveConnection }) {
  const state = useSyncExternalStore(live.subscribe, live.getState);
  const activity = useActivity(state);
  useOutcomeToasts(activity);
  const [isOpen, setOpen] = useState(false);
  const isReadingOn = useReadingOn();
  const { running, unread, markAllSeen } = activity;

  const change = (next: boolean) => {
    setOpen(next);
    // They are read once the panel was looked at; while it is open their marks stay.
    if (!next) markAllSeen();
  };

  return (
    <div
      className={clsx(
        'fixed bottom-4 left-4 z-30 transition-transform duration-200 ease-current print:hidden',
        isReadingOn && !isOpen && 'max-xl:[&:not(:has(:focus-visible))]:translate-y-24',
      )}
    >
      <Popover
        isOpen={isOpen}
        onOpenChange={change}
        title={activityCopy.title}
        label={activityCopy.button(CONNECTION[state].word, running.length, unread.size)}
        side="top"
        triggerClassName="relative flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-full border border-line bg-surface px-2.5 text-sm font-semibold text-ink shadow-float transition-colors hover:border-muga data-popup-open:border-muga sm:px-4"
        trigger={<Marks state={state} activity={activity} />}
      >
        <ActivityPanel state={state} activity={activity} onLeave={() => change(false)} />
      </Popover>
      <ConnectionNews state={state} />
    </div>
  );
}

function Marks({ state, activity: { running, unread } }: { state: LiveState; activity: Activity }) {
  const isQuiet = state === 'live' || state === 'connecting';
  const [newest] = running;
  return (
    <>
      {newest ? (
        <ProgressRing value={newest.progress} className="size-5.5" />
      ) : (
        <Bell className="size-4.5" aria-hidden />
      )}
      <span className={clsx('tabular-nums', isQuiet && 'max-sm:hidden')}>
        {isQuiet ? (newest ? activityCopy.running(running.length) : activityCopy.title) : CONNECTION[state].word}
      </span>
      <ConnectionDot state={state} />
      {unread.size > 0 && (
        <span
          aria-hidden
          className="absolute -top-1.5 -right-1.5 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-weave px-1.5 text-label leading-none font-bold text-white"
        >
          {unread.size}
        </span>
      )}
    </>
  );
}

/** Told to screen readers as it changes, politely, and only once it is worth a word. */
function ConnectionNews({ state }: { state: LiveState }) {
  return (
    <p role="status" aria-label={`Connection: ${CONNECTION[state].word}`} className="sr-only">
      {state === 'connecting' ? '' : CONNECTION[state].sentence}
    </p>
  );
}
