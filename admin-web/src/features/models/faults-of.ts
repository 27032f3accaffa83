import type { EntryProblem } from '@luit/contracts/generation/catalog/model-entry';
import { AdminError } from '../../lib/admin-error';

/** The faults of an entry that the server names by path; null for any other failure. */
export function faultsOf(error: unknown): EntryProblem[] | null {
  if (!(error instanceof AdminError) || error.status !== 400) return null;
  const faults = Object.entries(error.details).map(([path, message]) => ({ path, message: String(message) }));
  return faults.length > 0 ? faults : null;
}
