import type { RequestView } from '@luit/contracts/http/requests';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { JustifiedRow } from './justified-rows';

/** What stands for a card when the keyboard moves through the grid: its link, or its checkbox. */
export const CARD_FOCUS = { 'data-card-focus': '' };
const CARD_FOCUS_SELECTOR = '[data-card-focus]';

interface Grid {
  list: RefObject<HTMLUListElement | null>;
  requests: RequestView[];
  layout: readonly JustifiedRow[];
  /** Scrolls a row into view, so that it is rendered. */
  scrollToRow: (row: number) => void;
}

/**
 * Arrow keys, Home and End move from card to card. Every control can be reached with Tab as well. When the request that has the
 * focus is deleted, the card that takes its place gets it.
 */
export function useCardFocus({ list, requests, layout, scrollToRow }: Grid) {
  const last = useRef<{ id: string; index: number } | null>(null);
  /** Index of a card that has no element yet. */
  const wanted = useRef<number | null>(null);

  const focusCard = (index: number): void => {
    const item = list.current?.querySelector(`li[aria-posinset="${index + 1}"]`);
    const card = item?.querySelector<HTMLElement>(CARD_FOCUS_SELECTOR);
    wanted.current = card ? null : index;
    card?.focus();
  };
  useEffect(() => {
    if (wanted.current !== null) focusCard(wanted.current);
  });

  const replaceDeleted = useEffectEvent(() => {
    if (!last.current || requests.some(({ id }) => id === last.current?.id)) return;
    const { index } = last.current;
    last.current = null;
    if (document.activeElement === document.body && requests.length > 0)
      focusCard(Math.min(index, requests.length - 1));
  });
  useEffect(() => replaceDeleted(), [requests]);

  const onFocus = ({ target }: FocusEvent): void => {
    const index = indexOf(target);
    const id = requests[index]?.id;
    if (id !== undefined) last.current = { id, index };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || !(target as Element).matches(CARD_FOCUS_SELECTOR)) return;
    const index = indexOf(target as Element);
    const next = nextIndex(key, index, layout, requests.length);
    if (next === index) return;
    event.preventDefault();
    focusCard(next);
    if (wanted.current !== null) scrollToRow(rowOf(layout, next));
  };
  return { onFocus, onKeyDown };
}

/** The place in the list; -1 outside of an item. */
function indexOf(element: Element): number {
  return Number(element.closest('li')?.getAttribute('aria-posinset') ?? 0) - 1;
}

/** The row of the request at this place in the list. */
function rowOf(layout: readonly JustifiedRow[], index: number): number {
  return layout.findIndex(({ first, items }) => index < first + items.length);
}

/** The same index if the key does not move, or there is nothing in that direction. */
function nextIndex(key: string, index: number, layout: readonly JustifiedRow[], count: number): number {
  if (key === 'ArrowDown') return nearestIn(layout, index, 1);
  if (key === 'ArrowUp') return nearestIn(layout, index, -1);
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: count - 1 - index };
  const next = index + (steps[key] ?? 0);
  return next >= 0 && next < count ? next : index;
}

/** The request of the next or previous row whose middle is nearest; the same index if there is no such row. */
function nearestIn(layout: readonly JustifiedRow[], index: number, step: 1 | -1): number {
  const row = layout[rowOf(layout, index)];
  const other = layout[rowOf(layout, index) + step];
  const item = row?.items[index - row.first];
  if (!item || !other) return index;
  const middle = item.left + item.width / 2;
  const distances = other.items.map(({ left, width }) => Math.abs(left + width / 2 - middle));
  return other.first + distances.indexOf(Math.min(...distances));
}
