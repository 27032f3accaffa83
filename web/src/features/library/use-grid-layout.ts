import { type RefObject, useLayoutEffect, useState } from 'react';

export interface GridLayout {
  columns: number;
  /** Pixels. */
  width: number;
  /** Pixels between the top of the document and the grid. */
  top: number;
}

const UNKNOWN: GridLayout = { columns: 1, width: 0, top: 0 };

/** Measures a CSS grid, so that only the style sheet decides how many columns it has. Measures again when `look` changes. */
export function useGridLayout(grid: RefObject<HTMLElement | null>, look?: string): GridLayout {
  const [layout, setLayout] = useState(UNKNOWN);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!grid.current) return;
      const { width, top } = grid.current.getBoundingClientRect();
      const columns = getComputedStyle(grid.current).gridTemplateColumns.split(' ').length;
      const next = { columns, width: Math.round(width), top: Math.round(top + window.scrollY) };
      setLayout((known) => (isSame(known, next) ? known : next));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    // What is above the grid changes its place, and thereby the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid, look]);
  return layout;
}

function isSame(one: GridLayout, other: GridLayout): boolean {
  return one.columns === other.columns && one.width === other.width && one.top === other.top;
}
