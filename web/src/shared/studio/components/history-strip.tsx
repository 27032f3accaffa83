import { t } from '@lingui/core/macro';
import { useId, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { useLatestRequests } from '../../requests/use-latest-requests';
import { HistoryCard } from './history-card';
import { FailedStrip, LoadingStrip } from './strip-states';

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The latest requests. Arrow keys, Home and End move the focus through them; Enter shows the focused one on the stage. */
export function HistoryStrip({ shownId }: { shownId: string | null }) {
  const { requests, isLoading, isFailed, retry } = useLatestRequests();
  const list = useRef<HTMLUListElement>(null);
  const headingId = useId();
  const hintId = useId();

  const move = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = links.indexOf(event.target as HTMLAnchorElement);
    const step = STEPS[event.key];
    const target = event.key === 'Home' ? 0 : event.key === 'End' ? links.length - 1 : step && focused + step;
    if (focused < 0 || target === undefined || !links[target]) return;
    event.preventDefault();
    links[target].focus();
  };

  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={headingId} className="font-semibold">
          {t`History`}
        </h2>
        <Link to="/library" className="text-sm font-semibold text-info underline-offset-4 hover:underline">
          {t`Open library`}
        </Link>
      </div>
      <p id={hintId} className="sr-only">
        {t`Use the arrow keys to move through your history.`}
      </p>
      {isLoading && <LoadingStrip cards={4} />}
      {isFailed && (
        <FailedStrip message={t`We couldn’t load your history.`} reload={t`Reload history`} onReload={retry} />
      )}
      {!isLoading && !isFailed && requests.length === 0 && (
        <p className="grid min-h-36 content-center text-sm text-muted">{t`Everything you create appears here.`}</p>
      )}
      {requests.length > 0 && (
        <ul
          ref={list}
          aria-describedby={hintId}
          onKeyDown={move}
          className="-m-1 flex snap-x scroll-px-1 gap-3 overflow-x-auto p-1 pb-3"
        >
          {requests.map((request) => (
            <HistoryCard key={request.id} request={request} isShown={request.id === shownId} />
          ))}
        </ul>
      )}
    </section>
  );
}
