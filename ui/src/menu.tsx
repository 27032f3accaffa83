import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface MenuProps {
  /** The accessible name of the button and of the list it opens. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  /** Which side of the button the list is aligned with. */
  align?: 'start' | 'end';
  /** Links and buttons; clicking one closes the menu, except inside an element with `data-keeps-menu`. */
  children: ReactNode;
}

/**
 * A list of links under a button, built with the ARIA disclosure pattern, which suits navigation. It closes on an outside
 * click, on Escape, when focus leaves and after a selection.
 */
export function Menu({ label, trigger, triggerClassName, align = 'end', children }: MenuProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);

  return (
    <div
      ref={root}
      className="relative"
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        id={id}
        hidden={!isOpen}
        onClick={(event) => {
          const target = event.target as Element;
          if (target.closest('a, button') && !target.closest('[data-keeps-menu]')) setOpen(false);
        }}
        className={clsx(
          'absolute top-full z-50 mt-2.5 min-w-60 rounded-card border border-line bg-surface p-1.5 text-ink shadow-float',
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** The classes of a menu item, for router links and buttons. */
export function menuItemClass(className?: string): string {
  return clsx(
    'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-left text-sm font-medium hover:bg-sunken',
    className,
  );
}
