import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Popover } from '@luit/ui/popover';
import { Select } from '@luit/ui/select';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Heart, type LucideIcon, Share2, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { formatNumber } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { libraryCopy } from '../copy';
import { collectionsQuery } from '../use-collections';

const PILL =
  'relative cursor-pointer rounded-full border px-4 py-2 text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2';
const pillTone = (isChosen: boolean) =>
  isChosen ? 'border-ink bg-ink text-canvas' : 'border-edge text-muted hover:text-ink';

/** What the address says besides the words; `all` and an empty value stand for no filter. */
export interface LibraryChoices {
  type: keyof typeof libraryCopy.types;
  status: keyof typeof libraryCopy.statuses;
  favorite: boolean;
  shared: boolean;
  /** The id of a collection. */
  collection: string;
}

export interface LibraryFiltersProps {
  choices: LibraryChoices;
  onChange: (values: Partial<Record<keyof LibraryChoices | 'q', string>>) => void;
}

/** The filters in a popover, whose button says how many are in use. */
export function LibraryFilters({ choices, onChange }: LibraryFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { type, status, favorite, shared, collection } = choices;
  const count = [type !== 'all', status !== 'all', favorite, shared, collection !== ''].filter(Boolean).length;
  const number = formatNumber(count);
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setOpen}
      label={count > 0 ? t`Filter, ${number} in use` : t`Filter`}
      title={t`Filter`}
      align="end"
      trigger={
        <>
          <SlidersHorizontal className="size-5" aria-hidden />
          {/* The space separates the visible words, which the name has to contain. */}
          <span className="max-sm:sr-only">{t`Filter`}</span>{' '}
          {count > 0 && (
            <span className="grid size-5 place-items-center rounded-full bg-accent text-label text-on-accent">
              {number}
            </span>
          )}
        </>
      }
      triggerClassName="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control border border-edge bg-surface px-2.5 font-semibold hover:border-ink"
    >
      <div className="grid gap-5 p-5">
        <FilterGroup
          legend={t`Type`}
          options={libraryCopy.types}
          value={type}
          onChange={(value) => onChange({ type: value })}
        />
        <FilterGroup
          legend={t`Status`}
          options={libraryCopy.statuses}
          value={status}
          onChange={(value) => onChange({ status: value })}
        />
        <span className="flex flex-wrap gap-1.5">
          <ToggleFilter
            label={t`Favorites`}
            Icon={Heart}
            isChosen={favorite}
            onChange={(isChosen) => onChange({ favorite: isChosen ? 'true' : '' })}
          />
          <ToggleFilter
            label={t`Shared`}
            Icon={Share2}
            isChosen={shared}
            onChange={(isChosen) => onChange({ shared: isChosen ? 'true' : '' })}
          />
        </span>
        <CollectionSelect chosen={collection} onChange={(id) => onChange({ collection: id })} />
        {count > 0 && (
          <Button
            tone="secondary"
            onClick={() => onChange({ type: '', status: '', favorite: '', shared: '', collection: '' })}
          >
            {t`Clear filters`}
          </Button>
        )}
      </div>
    </Popover>
  );
}

interface FilterGroupProps<Value extends string> {
  legend: string;
  options: Readonly<Record<Value | 'all', string>>;
  value: Value | 'all';
  onChange: (value: Value | 'all') => void;
}

function FilterGroup<Value extends string>({ legend, options, value, onChange }: FilterGroupProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
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

function CollectionSelect({ chosen, onChange }: { chosen: string; onChange: (id: string) => void }) {
  const { api } = useServices();
  const { data, isError, error } = useQuery(collectionsQuery(api));
  if (isError && !data) return <Alert tone="danger">{messageOf(error, t`We couldn’t load your collections`)}</Alert>;
  if (!data || (data.length === 0 && chosen === '')) return null;
  const isKnown = data.some(({ id }) => id === chosen);
  return (
    <Select label={t`Collection`} value={chosen} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t`Whole library`}</option>
      {chosen !== '' && !isKnown && <option value={chosen}>{t`Deleted collection`}</option>}
      {data.map(({ id, name, size }) => (
        <option key={id} value={id}>
          {`${name} (${formatNumber(size)})`}
        </option>
      ))}
    </Select>
  );
}
