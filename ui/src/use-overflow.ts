import { type RefObject, useEffect, useState } from 'react';

export interface Overflow {
  /** The content is wider than the element. */
  isWider: boolean;
  /** Content is hidden beyond the left edge. */
  before: boolean;
  /** Content is hidden beyond the right edge. */
  after: boolean;
}

const NONE: Overflow = { isWider: false, before: false, after: false };
/** Widths are fractions of pixels, which browsers round. */
const TOLERANCE_PX = 1;

/** Where a horizontally scrolling element hides content. Follows scrolling, resizing, and changes of its first child. */
export function useOverflow(ref: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState(NONE);
  useEffect(() => {
    const element = ref.current;
    if (!element || !('ResizeObserver' in window)) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const hidden = scrollWidth - clientWidth;
      const [before, after] = [scrollLeft > TOLERANCE_PX, hidden - scrollLeft > TOLERANCE_PX];
      setOverflow((old) =>
        old.before === before && old.after === after ? old : { isWider: hidden > TOLERANCE_PX, before, after },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [ref]);
  return overflow;
}
