import { t } from '@lingui/core/macro';
import { MAX_SEARCH_CHARACTERS } from '@luit/contracts/generation/limits';
import { CONTROL_CLASS } from '@luit/ui/field';
import { Menu, menuItemClass } from '@luit/ui/menu';
import { useDebounced } from '@luit/ui/use-debounced';
import { clsx } from 'clsx';
import { Ellipsis, FolderCog, Grid2x2, Grid3x3, ListChecks, Search, Trash2 } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LibraryView } from '../use-library-view';
import { LibraryFilters, type LibraryFiltersProps } from './library-filters';
import { StorageUsed } from './storage-used';

const SEARCH_PAUSE_MS = 250;
const ICON_BUTTON =
  'inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-control border border-edge bg-surface hover:border-ink disabled:cursor-default disabled:opacity-50';

interface LibraryToolbarProps extends LibraryFiltersProps {
  words: string;
  view: LibraryView;
  onView: (view: LibraryView) => void;
  isSelecting: boolean;
  /** Starts or ends a selection; omitted while there is nothing to select. */
  onSelect: (() => void) | undefined;
  selectButton: Ref<HTMLButtonElement>;
  onManage: () => void;
}

/** One line above the library: everything that changes what it shows. */
export function LibraryToolbar(props: LibraryToolbarProps) {
  const { words, view, onView, isSelecting, onSelect, selectButton, onManage, ...filters } = props;
  const otherView = view === 'large' ? t`Small pictures` : t`Large pictures`;
  return (
    <div className="flex items-center gap-2">
      <SearchField words={words} onChange={(value) => filters.onChange({ q: value })} />
      <LibraryFilters {...filters} />
      <button
        type="button"
        aria-label={otherView}
        title={otherView}
        onClick={() => onView(view === 'large' ? 'small' : 'large')}
        className={ICON_BUTTON}
      >
        {view === 'large' ? <Grid3x3 className="size-5" aria-hidden /> : <Grid2x2 className="size-5" aria-hidden />}
      </button>
      <button
        ref={selectButton}
        type="button"
        aria-label={t`Select`}
        title={t`Select`}
        aria-pressed={isSelecting}
        disabled={!onSelect}
        onClick={onSelect}
        className={clsx(ICON_BUTTON, isSelecting && 'border-ink bg-ink! text-canvas')}
      >
        <ListChecks className="size-5" aria-hidden />
      </button>
      <Menu label={t`More`} trigger={<Ellipsis className="size-5" aria-hidden />} triggerClassName={ICON_BUTTON}>
        <Link to="/library/trash" className={menuItemClass()}>
          <Trash2 className="size-4" aria-hidden />
          {t`Trash`}
        </Link>
        <button type="button" className={menuItemClass('cursor-pointer')} onClick={onManage}>
          <FolderCog className="size-4" aria-hidden />
          {t`Manage collections`}
        </button>
        <StorageUsed />
      </Menu>
    </div>
  );
}

/** Searches once the user pauses, and follows words that change elsewhere, for example when the filters are cleared. */
function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const [text, setText] = useState(words);
  const settled = useDebounced(text.trim(), SEARCH_PAUSE_MS);
  const search = useEffectEvent(() => {
    if (settled !== words) onChange(settled);
  });
  useEffect(() => search(), [settled]);
  const [searched, setSearched] = useState(words);
  if (searched !== words) {
    setSearched(words);
    if (words !== settled) setText(words);
  }
  return (
    <label className="relative block min-w-0 grow">
      <span className="sr-only">{t`Search your prompts`}</span>
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        type="search"
        dir="auto"
        value={text}
        maxLength={MAX_SEARCH_CHARACTERS}
        placeholder={t`Search your prompts`}
        onChange={(event) => setText(event.target.value)}
        className={clsx(CONTROL_CLASS, 'min-h-11 pl-10!')}
      />
    </label>
  );
}
