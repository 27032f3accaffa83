import type { RequestView } from '@luit/contracts/http/requests';
import { type VirtualItem, defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type FocusEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { positionOf, rememberPosition } from '../scroll-positions';
import { useCardFocus } from '../use-card-focus';
import { useGradualRows } from '../use-gradual-rows';
import { useGridLayout } from '../use-grid-layout';
import type { LibraryView } from '../use-library-view';
import type { SelectionMarks } from '../use-selection';
import { RequestCard } from './request-card';
import { RequestTile } from './request-tile';
import { dateLocale } from '../../../lib/format';

interface Look {
  /** Each number of columns divides the page size, so that a loaded page fills whole rows. */
  grid: string;
  /** Pixels. */
  gap: number;
  /** Pixels of an item below its preview. */
  textHeight: number;
  Item: typeof RequestCard;
}

export const LOOKS: Record<LibraryView, Look> = {
  cards: { grid: 'grid gap-6 sm:grid-cols-2 xl:grid-cols-3', gap: 24, textHeight: 212, Item: RequestCard },
  tiles: { grid: 'grid grid-cols-3 gap-2 sm:grid-cols-4 xl:grid-cols-6', gap: 8, textHeight: 0, Item: RequestTile },
};
/** Rows that are prepared above and below the window. */
const OVERSCAN = 3;
/** Rows before the end at which more are loaded. */
const ROWS_AHEAD = 16;

interface RequestGridProps {
  view: LibraryView;
  requests: RequestView[];
  favorites: ReadonlySet<string>;
  shared: ReadonlySet<string>;
  selection: SelectionMarks;
  isBusy: boolean;
  hasMore: boolean;
  /** Called when the end of the list is near. */
  onEnd: () => void;
  /** Called with the requests that are in view. */
  onShow: (first: number, last: number) => void;
}

/**
 * A grid of any number of requests, of which only the rows in and around the window exist as elements.
 */
export function RequestGrid(props: RequestGridProps) {
  const { view, requests, favorites, shared, selection, isBusy, hasMore, onEnd, onShow } = props;
  const { grid, gap, textHeight, Item } = LOOKS[view];
  const { key } = useLocation();
  const [remembered] = useState(() => positionOf(key));
  const list = useRef<HTMLUListElement>(null);
  const { columns, width, top } = useGridLayout(list, view);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const count = Math.ceil(requests.length / columns);
  // Items of another width or look have another height.
  const getItemKey = useCallback(
    (row: number) => `${view} ${width} ${requests[row * columns]?.id}`,
    [view, requests, columns, width],
  );
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    scrollMargin: top,
    overscan: OVERSCAN,
    estimateSize: () => ((width - gap * (columns - 1)) / columns) * (9 / 16) + textHeight,
    getItemKey,
    // The row with the keyboard focus stays, wherever the window is.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      const isKept = focusedRow === null || focusedRow >= count || rows.includes(focusedRow);
      return isKept ? rows : [...rows, focusedRow].sort((one, other) => one - other);
    },
    initialMeasurementsCache: remembered?.rows,
    useFlushSync: false,
  });
  const rows = useGradualRows(virtualizer.getVirtualItems().map(({ index }) => index))
    .map((row) => virtualizer.measurementsCache[row])
    .filter((row) => row !== undefined);

  const { measureElement } = virtualizer;
  // A new function for each width, so that React calls it again for each row: sizes are stored by width.
  const measureRow = useMemo(
    () => (width > 0 ? (row: HTMLLIElement | null) => measureElement(row) : undefined),
    [measureElement, width],
  );

  const remember = useEffectEvent(() => rememberPosition(key, window.scrollY, virtualizer.takeSnapshot()));
  useLayoutEffect(() => {
    if (remembered) window.scrollTo(0, remembered.top);
    return () => remember();
  }, [remembered]);

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const reportRange = useEffectEvent(() => {
    // One page is enough for users who do not scroll.
    const ahead = Math.max(1, Math.min(ROWS_AHEAD, Math.floor(count / 2)));
    if (hasMore && endIndex >= count - ahead) onEnd();
    onShow(startIndex * columns, (endIndex + 1) * columns - 1);
  });
  useEffect(() => reportRange(), [startIndex, endIndex, count, hasMore, requests]);

  const cardFocus = useCardFocus({ list, requests, columns, scrollToRow: (row) => virtualizer.scrollToIndex(row) });
  const follow = (event: FocusEvent): void => {
    const row = event.target.closest<HTMLElement>('li[data-row]')?.dataset.row;
    if (row !== undefined) setFocusedRow(Number(row));
    cardFocus.onFocus(event);
  };
  const firstShown = startIndex > 0 ? requests[startIndex * columns] : undefined;
  return (
    <>
      {firstShown && <MonthMarker createdAt={firstShown.createdAt} />}
      <ul
        ref={list}
        aria-busy={isBusy}
        onFocus={follow}
        onKeyDown={cardFocus.onKeyDown}
        onBlur={() => setFocusedRow(null)}
        style={{ height: virtualizer.getTotalSize() }}
        className={clsx(grid, 'content-start transition-opacity', isBusy && 'opacity-50')}
      >
        {rows.map(({ index: row, start }, at) =>
          requests.slice(row * columns, (row + 1) * columns).map((request, column) => (
            <li
              key={`${view} ${request.id}`}
              ref={column === 0 ? measureRow : undefined}
              data-index={row}
              data-row={row}
              aria-posinset={row * columns + column + 1}
              aria-setsize={hasMore ? -1 : requests.length}
              style={{ marginTop: spaceBefore(rows, at, start, top, gap) }}
              className="min-w-0"
            >
              <Item
                listed={request}
                isFavorite={favorites.has(request.id)}
                isShared={shared.has(request.id)}
                selection={selection}
              />
            </li>
          )),
        )}
      </ul>
    </>
  );
}

/** Pixels that rows without elements take between a row and the one before it, beyond the usual gap. */
function spaceBefore(rows: VirtualItem[], at: number, start: number, top: number, gap: number): number {
  const previous = rows[at - 1];
  return previous ? start - previous.end - gap : start - top;
}

/** Says while the library scrolls which month its first visible requests are from. Each card has its date, so it is only for the eye. */
function MonthMarker({ createdAt }: { createdAt: string }) {
  const locale = dateLocale();
  const months = useMemo(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }), [locale]);
  return (
    <div aria-hidden className="pointer-events-none sticky top-20 z-10 h-0">
      <span className="inline-block rounded-full border border-line bg-surface/95 px-3 py-1 text-label font-semibold text-ink shadow-float">
        {months.format(new Date(createdAt))}
      </span>
    </div>
  );
}
