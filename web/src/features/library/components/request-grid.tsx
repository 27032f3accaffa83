import type { RequestView } from '@luit/contracts/http/requests';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
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
import { dateLocale } from '../../../lib/format';
import { justifiedRows } from '../justified-rows';
import { positionOf, rememberPosition } from '../scroll-positions';
import { useCardFocus } from '../use-card-focus';
import { useGradualRows } from '../use-gradual-rows';
import type { LibraryView } from '../use-library-view';
import { useListBox } from '../use-list-box';
import { useRatios } from '../use-ratios';
import { RequestTile, type RequestTileProps } from './request-tile';

/** Pixels of the rows, as a part of the width of the list between two limits. */
const HEIGHTS: Record<LibraryView, { part: number; least: number; most: number }> = {
  large: { part: 0.24, least: 200, most: 300 },
  small: { part: 0.12, least: 96, most: 150 },
};
/** Pixels between items. */
const GAP = 6;
/** Pixels, before the list is measured. */
const USUAL_WIDTH = 1_024;
/** Rows that are prepared above and below the window. */
const OVERSCAN = 3;
/** Rows before the end at which more are loaded. */
const ROWS_AHEAD = 16;

interface RequestGridProps extends Pick<RequestTileProps, 'view' | 'selection' | 'onDetails'> {
  requests: RequestView[];
  favorites: ReadonlySet<string>;
  isBusy: boolean;
  hasMore: boolean;
  /** Called when the end of the list is near. */
  onEnd: () => void;
  /** Called with the requests that are in view. */
  onShow: (first: number, last: number) => void;
}

/** Any number of requests in rows of their own ratios, of which only those in and around the window exist as elements. */
export function RequestGrid(props: RequestGridProps) {
  const { view, requests, favorites, selection, isBusy, hasMore, onDetails, onEnd, onShow } = props;
  const { key } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const box = useListBox(list);
  const width = box.width || USUAL_WIDTH;
  const { ratios, measure } = useRatios(requests);
  const layout = useMemo(() => {
    const { part, least, most } = HEIGHTS[view];
    return justifiedRows(ratios, { width, height: Math.min(most, Math.max(least, width * part)), gap: GAP });
  }, [ratios, view, width]);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const virtualizer = useWindowVirtualizer({
    count: layout.length,
    gap: GAP,
    scrollMargin: box.top,
    overscan: OVERSCAN,
    estimateSize: (row) => layout[row]?.height ?? 0,
    // A new function for each layout, so that the rows get their new heights.
    getItemKey: useCallback((row: number) => layout[row]?.first ?? row, [layout]),
    // The row with the keyboard focus stays, wherever the window is.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      const isKept = focusedRow === null || focusedRow >= layout.length || rows.includes(focusedRow);
      return isKept ? rows : [...rows, focusedRow].sort((one, other) => one - other);
    },
    useFlushSync: false,
  });
  const rows = useGradualRows(virtualizer.getVirtualItems().map(({ index }) => index));

  const remember = useEffectEvent(() => rememberPosition(key, window.scrollY));
  const isMeasured = box.width > 0;
  useLayoutEffect(() => {
    const top = positionOf(key);
    if (isMeasured && top !== undefined) window.scrollTo(0, top);
    return () => remember();
  }, [isMeasured, key]);

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const reportRange = useEffectEvent(() => {
    // One page is enough for users who do not scroll.
    const ahead = Math.max(1, Math.min(ROWS_AHEAD, Math.floor(layout.length / 2)));
    if (hasMore && endIndex >= layout.length - ahead) onEnd();
    const last = layout[endIndex];
    onShow(layout[startIndex]?.first ?? 0, last ? last.first + last.items.length - 1 : 0);
  });
  useEffect(() => reportRange(), [startIndex, endIndex, layout, hasMore]);

  const cardFocus = useCardFocus({ list, requests, layout, scrollToRow: (row) => virtualizer.scrollToIndex(row) });
  const follow = (event: FocusEvent): void => {
    const row = event.target.closest<HTMLElement>('li[data-row]')?.dataset.row;
    if (row !== undefined) setFocusedRow(Number(row));
    cardFocus.onFocus(event);
  };
  const firstShown = startIndex > 0 ? requests[layout[startIndex]?.first ?? 0] : undefined;
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
        className={clsx('relative transition-opacity', isBusy && 'opacity-50')}
      >
        {rows.flatMap((row) => {
          const { first, height, items } = layout[row] ?? { first: 0, height: 0, items: [] };
          const top = (virtualizer.measurementsCache[row]?.start ?? box.top) - box.top;
          return items.map(({ left, width: itemWidth }, place) => {
            const request = requests[first + place];
            return (
              request && (
                <li
                  key={request.id}
                  data-row={row}
                  aria-posinset={first + place + 1}
                  aria-setsize={hasMore ? -1 : requests.length}
                  style={{ top, left, width: itemWidth, height }}
                  className="absolute"
                >
                  <RequestTile
                    listed={request}
                    view={view}
                    isFavorite={favorites.has(request.id)}
                    selection={selection}
                    onDetails={onDetails}
                    onMeasure={measure}
                  />
                </li>
              )
            );
          });
        })}
      </ul>
    </>
  );
}

/** Says while the library scrolls which month its first visible requests are from. Each has its date, so it is only for the eye. */
function MonthMarker({ createdAt }: { createdAt: string }) {
  const locale = dateLocale();
  const months = useMemo(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }), [locale]);
  return (
    <div aria-hidden className="pointer-events-none sticky top-20 z-10 h-0">
      <span className="ml-2 inline-block rounded-full border border-line bg-surface/95 px-3 py-1 text-label font-semibold text-ink shadow-float">
        {months.format(new Date(createdAt))}
      </span>
    </div>
  );
}
