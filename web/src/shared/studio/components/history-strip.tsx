import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { useLatestRequests } from '../../requests/use-latest-requests';
import { HistoryCard } from './history-card';
import { FailedStrip, LoadingStrip } from './strip-states';

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const FILTERS = {
  all: { label: () => t({ message: 'All', context: 'filter of the history' }), has: () => true },
  running: { label: () => t`In progress`, has: ({ status }: RequestView) => status === 'processing' },
  videos: { label: () => t`Videos`, has: ({ type }: RequestView) => makesVideo(type) },
  images: { label: () => t`Images`, has: ({ type }: RequestView) => !makesVideo(type) },
};
type Filter = keyof typeof FILTERS;

/** The latest requests in one row. Arrow keys, Home and End move the focus through them; Enter shows the focused one on the stage. */
export function HistoryStrip({ shownId }: { shownId: string | null }) {
  const { requests, isLoading, isFailed, retry } = useLatestRequests();
  const [filter, setFilter] = useState<Filter>('all');
  const shown = requests.filter(FILTERS[filter].has);
  const list = useRef<HTMLUListElement>(null);
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
    <section aria-label={t`History`} className="flex min-w-0 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p id={hintId} className="sr-only">
          {t`Use the arrow keys to move through your history.`}
        </p>
        {isLoading && <LoadingStrip cards={4} />}
        {isFailed && (
          <FailedStrip message={t`We couldn’t load your history.`} reload={t`Reload history`} onReload={retry} />
        )}
        {!isLoading && !isFailed && shown.length === 0 && (
          <p className="grid min-h-14 content-center text-sm text-muted">
            {filter === 'all' ? t`Everything you create appears here.` : t`Nothing of this kind among your latest.`}
          </p>
        )}
        {shown.length > 0 && (
          <ul
            ref={list}
            aria-describedby={hintId}
            onKeyDown={move}
            className="-m-1 flex snap-x scroll-px-1 gap-2 overflow-x-auto p-1"
          >
            {shown.map((request) => (
              <HistoryCard key={request.id} request={request} isShown={request.id === shownId} />
            ))}
          </ul>
        )}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1 text-sm">
        <select
          aria-label={t`Filter the history`}
          value={filter}
          onChange={(event) => setFilter(event.target.value as Filter)}
          className="min-h-9 max-w-28 cursor-pointer rounded-control border border-transparent bg-transparent px-1 text-right text-muted hover:border-edge"
        >
          {(Object.keys(FILTERS) as Filter[]).map((name) => (
            <option key={name} value={name}>
              {FILTERS[name].label()}
            </option>
          ))}
        </select>
        <Link to="/library" className="px-1 font-semibold text-info underline-offset-4 hover:underline">
          {t`Library`}
        </Link>
      </div>
    </section>
  );
}
