import type { VirtualItem } from '@tanstack/react-virtual';

interface ScrollPosition {
  /** Pixels. */
  top: number;
  /** Rows and their measured heights. */
  rows: VirtualItem[];
}

const MAX_POSITIONS = 20;
const positions = new Map<string, ScrollPosition>();

/** Where the user was in a list, by the key of its history entry. Forgotten when the page is reloaded. */
export function positionOf(key: string): ScrollPosition | undefined {
  return positions.get(key);
}

export function rememberPosition(key: string, top: number, rows: VirtualItem[]): void {
  positions.delete(key);
  positions.set(key, { top, rows });
  const [oldest] = positions.keys();
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}
