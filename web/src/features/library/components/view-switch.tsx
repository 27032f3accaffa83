import { clsx } from 'clsx';
import { Grid3x3, LayoutGrid } from 'lucide-react';
import { libraryCopy } from '../copy';
import type { LibraryView } from '../use-library-view';

const VIEWS = { cards: LayoutGrid, tiles: Grid3x3 };

interface ViewSwitchProps {
  view: LibraryView;
  onChange: (view: LibraryView) => void;
}

export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <span role="group" aria-label={libraryCopy.view} className="inline-flex gap-1">
      {(Object.keys(VIEWS) as LibraryView[]).map((name) => {
        const Icon = VIEWS[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            aria-label={libraryCopy.views[name]}
            title={libraryCopy.views[name]}
            onClick={() => onChange(name)}
            className={clsx(
              'inline-grid size-9 cursor-pointer place-items-center rounded-control',
              view === name ? 'bg-sunken text-ink' : 'text-muted hover:text-ink',
            )}
          >
            <Icon className="size-5" aria-hidden />
          </button>
        );
      })}
    </span>
  );
}
