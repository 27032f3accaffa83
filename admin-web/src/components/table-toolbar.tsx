import { CONTROL_CLASS } from '@luit/ui/field';
import { clsx } from 'clsx';
import { ChevronDown, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { TableState } from './use-table-state';

const DEBOUNCE_MS = 250;

/** The row above a list with search, filters, and buttons. */
export function TableToolbar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-center gap-2.5">{children}</div>;
}

/** Searches while the operator types. Pressing `/` anywhere on the page focuses it. */
export function SearchBox({ state, label }: { state: TableState; label: string }) {
  const { q, set } = state;
  const [text, setText] = useState(q);
  const [committed, setCommitted] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  // The URL changed elsewhere, for example through the browser's back button.
  if (q !== committed) {
    setCommitted(q);
    setText(q);
  }

  useEffect(() => {
    if (text.trim() === q) return;
    const timer = setTimeout(() => {
      setCommitted(text.trim());
      set('q', text.trim());
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, q, set]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className="relative min-w-56 flex-1 sm:max-w-sm">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={clsx(CONTROL_CLASS, 'min-h-9 pl-9 text-sm')}
      />
    </div>
  );
}

interface FilterProps {
  state: TableState;
  name: string;
  label: string;
  /** Options besides `all`, which is always present. */
  options: readonly { value: string; label: string }[];
  /** The label of the option without a value. */
  all?: string;
}

export function Filter({ state, name, label, options, all = 'All' }: FilterProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={state.filter(name)}
          onChange={(event) => state.set(name, event.target.value)}
          className={clsx(CONTROL_CLASS, 'min-h-9 appearance-none pr-8 text-sm')}
        >
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  );
}
