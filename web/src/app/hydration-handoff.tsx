import { useEffect, type ReactNode } from 'react';

declare global {
  interface Window {
    /** Stops the click capture of public/before-hydration.js. Returns the last button that was clicked. */
    luitBeforeHydration?: () => HTMLButtonElement | null;
  }
}

/** Replays the last click from before hydration, then leaves event handling to React. */
export function HydrationHandoff({ children }: { children: ReactNode }) {
  useEffect(() => {
    const clicked = window.luitBeforeHydration?.();
    delete window.luitBeforeHydration;
    // Deferred, because React cannot hydrate the clicked part of the page during an effect.
    if (clicked) queueMicrotask(() => clicked.click());
  }, []);
  return children;
}
