import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { uiTexts } from './texts';

/** State of a navigation panel that stays open for one path only, so following a link closes it. Escape closes it too. */
export function useNavigationPanel(path: string) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);

  return { isOpen, button, toggle: () => setOpenAt(isOpen ? null : path) };
}

interface NavigationToggleProps {
  panel: ReturnType<typeof useNavigationPanel>;
  /** The id of the panel. */
  controls: string;
  /** Hides the button at widths where the links fit. */
  className: string;
}

export function NavigationToggle({ panel: { isOpen, button, toggle }, controls, className }: NavigationToggleProps) {
  const Icon = isOpen ? X : Menu;
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={isOpen ? uiTexts.closeNavigation : uiTexts.openNavigation}
      onClick={toggle}
      className={`-mr-2 grid size-11 place-items-center rounded-control ${className}`}
    >
      <Icon className="size-6" aria-hidden />
    </button>
  );
}
