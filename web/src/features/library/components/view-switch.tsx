import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { Grid3x3, LayoutGrid } from 'lucide-react';
import type { LibraryView } from '../use-library-view';

const VIEWS = {
  cards: { Icon: LayoutGrid, label: () => t`Large cards` },
  tiles: { Icon: Grid3x3, label: () => t`Small pictures` },
};

interface ViewSwitchProps {
  view: LibraryView;
  onChange: (view: LibraryView) => void;
}

export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <span role="group" aria-label={t`View`} className="inline-flex gap-1">
      {(Object.keys(VIEWS) as LibraryView[]).map((name) => {
        const { Icon, label } = VIEWS[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            aria-label={label()}
            title={label()}
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
