import { useEffect, useRef } from 'react';

/**
 * The button that starts a selection disappears with it, and so does the bar that ends it. The focus goes to the first checkbox, and
 * back to the button, or to the heading if there is nothing left to select.
 */
export function useSelectionFocus(isActive: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const wasActive = useRef(false);
  useEffect(() => {
    if (isActive === wasActive.current) return;
    wasActive.current = isActive;
    const checkbox = grid.current?.querySelector<HTMLElement>('input[type=checkbox]:not(:disabled)');
    const next = isActive ? checkbox : (selectButton.current ?? heading.current);
    next?.focus({ preventScroll: true });
  }, [isActive]);
  return { heading, selectButton, grid };
}
