import type { ReactNode } from 'react';

/** Keeps the button that starts a job in view below a long form. */
export function SubmitBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-submit-bar
      className="sticky bottom-0 z-20 -mx-2 grid gap-2 rounded-t-card bg-canvas/92 px-2 py-3 backdrop-blur-sm"
    >
      {children}
    </div>
  );
}
