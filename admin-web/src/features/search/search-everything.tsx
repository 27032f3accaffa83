import { Search } from 'lucide-react';
import type { NamedPage } from './search-results';
import { lazy, Suspense, useEffect, useState } from 'react';

const OperatorSearch = lazy(() => import('./operator-search'));
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button, and ⌘K or Ctrl K, that open the search over everything. */
export function SearchEverything({ pages }: { pages: NamedPage[] }) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="flex min-h-10 items-center gap-2 rounded-control px-2.5 text-sm text-muted hover:bg-ink/8 hover:text-ink lg:order-last lg:min-h-9 lg:basis-full lg:border lg:gap-1.5 lg:border-line lg:pr-2 lg:pl-3"
      >
        <Search aria-hidden className="size-4.5 shrink-0" />
        <span className="whitespace-nowrap max-lg:sr-only">Search everything</span>
        <kbd aria-hidden className="ml-auto text-label whitespace-nowrap max-lg:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <OperatorSearch pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
