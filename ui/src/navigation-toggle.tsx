import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** A panel of links that is open for one address only: following a link closes it by itself, and so does Escape. */
export function useNavigationPanel(address: string) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === address;
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);

  return { isOpen, button, toggle: () => setOpenAt(isOpen ? null : address) };
}

interface NavigationToggleProps {
  panel: ReturnType<typeof useNavigationPanel>;
  /** Id of the panel. */
  controls: string;
  /** Where there is room for the links the button is hidden. */
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
      aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
      onClick={toggle}
      className={`-mr-2 grid size-11 place-items-center rounded-control ${className}`}
    >
      <Icon className="size-6" aria-hidden />
    </button>
  );
}
