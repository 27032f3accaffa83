import { type EntryProblem, problemsOf } from '@luit/contracts/generation/catalog/model-entry';
import { useMemo, useState } from 'react';
import { AdminError } from '../../lib/admin-error';

/** Characters. The longest shipped entry has a hundredth of it. */
const MAX_TEXT = 200_000;

export interface Edited {
  entry: unknown;
  /** What was typed as JSON; null once another tab has changed the entry. */
  text: string | null;
  fault?: string;
  /** Faults that only the server can see. They last until the next change. */
  refused: EntryProblem[];
}

/**
 * An entry while it is edited, in forms or as JSON, with its faults by path.
 *
 * @param kept an edit that was left earlier
 */
export function useEntryDraft(initial: unknown, kept: Edited | null = null) {
  const [edited, setEdited] = useState<Edited | null>(kept);
  const entry = edited ? edited.entry : initial;
  const fault = edited?.fault;
  const refused = edited?.refused;
  const problems = useMemo(
    () => new Map([...problemsOf(entry), ...(refused ?? [])].map(({ path, message }) => [path, message])),
    [entry, refused],
  );
  return {
    entry,
    fault,
    problems,
    edited,
    isEdited: edited !== null,
    /** Whether it can be sent: the typed text is JSON, and no fault is known. */
    isValid: fault === undefined && problems.size === 0,
    text: edited?.text ?? JSON.stringify(entry, null, 2),
    change: (next: unknown) => setEdited({ entry: next, text: null, refused: [] }),
    /** What is not JSON leaves the entry as it was. */
    type: (text: string) => setEdited({ entry, text, refused: [], ...parsed(text) }),
    /** Shows the faults that the server names. @throws any other error */
    refuse: (error: unknown) => setEdited({ entry, text: edited?.text ?? null, refused: faultsIn(error) }),
    discard: () => setEdited(null),
  };
}
export type EntryDraft = ReturnType<typeof useEntryDraft>;

/** The faults of an entry that the server names by path. @throws the error if it names none */
function faultsIn(error: unknown): EntryProblem[] {
  const details = error instanceof AdminError && error.status === 400 ? Object.entries(error.details) : [];
  if (details.length === 0) throw error;
  return details.map(([path, message]) => ({ path, message: String(message) }));
}

function parsed(text: string): { entry: unknown } | { fault: string } {
  if (text.length > MAX_TEXT) return { fault: `This is longer than ${MAX_TEXT / 1_000} kB` };
  try {
    return { entry: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
