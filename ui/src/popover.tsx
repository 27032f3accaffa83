import { Popover as Base } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { uiTexts } from './texts';

interface PopoverProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The accessible name of the trigger. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  title: string;
  /** The edge of the trigger that the panel aligns with. */
  align?: 'start' | 'end';
  /** Where the panel opens if it fits there. */
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/**
 * A non-modal panel next to its trigger. It focuses the chosen option if it has one, and closes on Escape, on an outside click and when
 * focus leaves.
 */
export function Popover({ isOpen, onOpenChange, label, trigger, triggerClassName, title, ...rest }: PopoverProps) {
  const { align = 'start', side = 'bottom', children } = rest;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger aria-label={label} className={triggerClassName}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={10} collisionPadding={12} className="z-45">
          <Base.Popup
            ref={popup}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('input:checked') ?? true}
            className="flex max-h-[min(36rem,var(--available-height))] w-[min(25rem,var(--available-width))] origin-(--transform-origin) flex-col overflow-hidden rounded-card border border-line bg-surface text-ink shadow-float outline-none transition-[opacity,transform] duration-200 ease-standard data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
          >
            <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              <Base.Close
                aria-label={uiTexts.close}
                className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
              >
                <X className="size-5" aria-hidden />
              </Base.Close>
            </div>
            <div className="min-h-0 overflow-y-auto overscroll-contain">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
