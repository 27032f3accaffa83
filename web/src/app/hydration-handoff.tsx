import { useEffect, type ReactNode } from 'react';

declare global {
  interface Window {
    /** Ends what public/before-hydration.js does until the app is there. Returns the button that was pressed meanwhile. */
    luitBeforeHydration?: () => HTMLButtonElement | null;
  }
}

/** The app is there: from here on it answers presses itself, beginning with the one that came too early. */
export function HydrationHandoff({ children }: { children: ReactNode }) {
  useEffect(() => {
    const pressed = window.luitBeforeHydration?.();
    delete window.luitBeforeHydration;
    // Not within this effect: React would not bring the pressed part of the page to life in the middle of it.
    if (pressed) queueMicrotask(() => pressed.click());
  }, []);
  return children;
}
