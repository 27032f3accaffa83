import { type RefObject, useLayoutEffect, useState } from 'react';

interface ListBox {
  /** Pixels; 0 until it is measured. */
  width: number;
  /** Pixels between the top of the document and the list. */
  top: number;
}

/** Measures where a list is and how wide, also after a change of what is above it. */
export function useListBox(list: RefObject<HTMLElement | null>): ListBox {
  const [box, setBox] = useState<ListBox>({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!list.current) return;
      const rect = list.current.getBoundingClientRect();
      const [width, top] = [Math.floor(rect.width), Math.round(rect.top + window.scrollY)];
      setBox((known) => (known.width === width && known.top === top ? known : { width, top }));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    // What is above the list changes its place, and thereby the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return box;
}
