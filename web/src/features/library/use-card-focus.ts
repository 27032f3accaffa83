import type { RequestView } from '@luit/contracts/http/requests';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** What stands for a card when the keyboard moves through the grid: its link, or its checkbox. */
export const CARD_FOCUS = { 'data-card-focus': '' };
const CARD_FOCUS_SELECTOR = '[data-card-focus]';

interface Grid {
  list: RefObject<HTMLUListElement | null>;
  requests: RequestView[];
  columns: number;
  /** Scrolls a row into view, so that it is rendered. */
  scrollToRow: (row: number) => void;
}

/**
 * Arrow keys, Home and End move from card to card. Every control can be reached with Tab as well. When the request that has the
 * focus is deleted, the card that takes its place gets it.
 */
export function useCardFocus({ list, requests, columns, scrollToRow }: Grid) {
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
    const next = nextIndex(key, index, columns, requests.length);
    if (next === index) return;
    event.preventDefault();
    focusCard(next);
    if (wanted.current !== null) scrollToRow(Math.floor(next / columns));
  };
  return { onFocus, onKeyDown };
}

/** The place in the list; -1 outside of an item. */
function indexOf(element: Element): number {
  return Number(element.closest('li')?.getAttribute('aria-posinset') ?? 0) - 1;
}

/** The same index if the key does not move, or there is nothing in that direction. */
function nextIndex(key: string, index: number, columns: number, count: number): number {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: count - 1 - index,
  };
  const next = index + (steps[key] ?? 0);
  return next >= 0 && next < count ? next : index;
}
