import { createContext, use, type ReactNode } from 'react';
import { valueAt, withValue } from './entry-paths';

interface EntryForm {
  entry: unknown;
  /** Undefined for operators who only read. */
  onChange?: (entry: unknown) => void;
  /** Faults by path. */
  problems: ReadonlyMap<string, string>;
}

const Context = createContext<EntryForm | null>(null);

export function EntryFormProvider({ children, ...form }: EntryForm & { children: ReactNode }) {
  return <Context value={form}>{children}</Context>;
}

/** The entry that is edited, and how to change a part of it. */
export function useEntryForm() {
  const form = use(Context);
  if (!form) throw new Error('No form of an entry');
  const { entry, onChange, problems } = form;
  return {
    entry,
    problems,
    isReadOnly: onChange === undefined,
    at: (path: string) => valueAt(entry, path),
    set: (path: string, value: unknown) => onChange?.(withValue(entry, path, value)),
    replace: (next: unknown) => onChange?.(next),
  };
}

/** One value of the entry, with its fault. */
export function useEntryValue(path: string) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  return {
    value: at(path),
    error: problems.get(path),
    isReadOnly,
    change: (value: unknown) => set(path, value),
  };
}
