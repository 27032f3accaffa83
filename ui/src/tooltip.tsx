import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

interface TooltipProps {
  /** Additional information only, because touch screens do not show tooltips. */
  text: string;
  /** One focusable control with its own accessible name. */
  children: ReactElement;
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Provider delay={300}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner sideOffset={8} className="z-60">
            <Base.Popup className="max-w-64 rounded-control bg-ink px-3 py-1.5 text-label font-medium text-canvas shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
              {text}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
