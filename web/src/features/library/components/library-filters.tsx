import { t } from '@lingui/core/macro';
import { MAX_SEARCH_CHARACTERS } from '@luit/contracts/generation/limits';
import { CONTROL_CLASS } from '@luit/ui/field';
import { useDebounced } from '@luit/ui/use-debounced';
import { clsx } from 'clsx';
import { Heart, type LucideIcon, Search, Share2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { libraryCopy } from '../copy';

const SEARCH_PAUSE_MS = 250;

const PILL =
  'relative cursor-pointer rounded-full border px-4 py-2 text-sm font-semibold whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2';
const pillTone = (isChosen: boolean) =>
  isChosen ? 'border-ink bg-ink text-canvas' : 'border-edge text-muted hover:text-ink';

interface FilterGroupProps<Value extends string> {
  legend: string;
  options: Readonly<Record<Value | 'all', string>>;
  value: Value | 'all';
  onChange: (value: Value | 'all') => void;
}

function FilterGroup<Value extends string>({ legend, options, value, onChange }: FilterGroupProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-1.5 pb-1">
        {(Object.entries(options) as [Value | 'all', string][]).map(([option, label]) => (
          <label key={option} className={clsx(PILL, pillTone(option === value))}>
            <input
              type="radio"
              name={legend}
              className="sr-only"
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ToggleFilterProps {
  label: string;
  Icon: LucideIcon;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function ToggleFilter({ label, Icon, isChosen, onChange }: ToggleFilterProps) {
  return (
    <label className={clsx(PILL, 'inline-flex items-center gap-2', pillTone(isChosen))}>
      <input
        type="checkbox"
        className="sr-only"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Icon className={clsx('size-4', isChosen && 'fill-current')} aria-hidden />
      {label}
    </label>
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
    <label className="relative block w-full sm:w-72">
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
        className={clsx(CONTROL_CLASS, 'min-h-11 rounded-full! pl-10!')}
      />
    </label>
  );
}

export interface LibraryFiltersProps {
  words: string;
  type: keyof typeof libraryCopy.types;
  status: keyof typeof libraryCopy.statuses;
  isOfFavorites: boolean;
  isOfShared: boolean;
  /** An empty value or `all` ends a filter. */
  onChange: (name: 'q' | 'type' | 'status' | 'favorite' | 'shared' | 'collection', value: string) => void;
}

export function LibraryFilters({ words, type, status, isOfFavorites, isOfShared, onChange }: LibraryFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <SearchField words={words} onChange={(value) => onChange('q', value)} />
      <FilterGroup
        legend={t`Type`}
        options={libraryCopy.types}
        value={type}
        onChange={(value) => onChange('type', value)}
      />
      <FilterGroup
        legend={t`Status`}
        options={libraryCopy.statuses}
        value={status}
        onChange={(value) => onChange('status', value)}
      />
      <span className="flex flex-wrap gap-1.5 pb-1">
        <ToggleFilter
          label={t`Favorites`}
          Icon={Heart}
          isChosen={isOfFavorites}
          onChange={(isChosen) => onChange('favorite', isChosen ? 'true' : '')}
        />
        <ToggleFilter
          label={t`Shared`}
          Icon={Share2}
          isChosen={isOfShared}
          onChange={(isChosen) => onChange('shared', isChosen ? 'true' : '')}
        />
      </span>
    </div>
  );
}
