import type { EntryProblem, ModelEntry } from './model-entry';

/** The parts of a valid entry that no form and no request can ask for yet. */
export function notOffered({ output }: ModelEntry): EntryProblem[] {
  return output === 'image' ? [{ path: 'output', message: 'Images cannot be requested yet' }] : [];
}
