import {
  type EntryProblem,
  type ModelEntry,
  modelEntry,
  problemsOf,
} from '@luit/contracts/generation/catalog/model-entry';

/** Characters. The shipped models have some 10,000. */
const MAX_CHARACTERS = 5_000_000;

/** A file of entries, or the faults that keep it from being imported. */
export type CatalogFile = { entries: ModelEntry[] } | { problems: EntryProblem[] };

/** Reads a list of entries. The path of a fault begins with the id of its entry, or with its place in the list. */
export function readCatalogFile(text: string): CatalogFile {
  if (text.length > MAX_CHARACTERS) return { problems: [{ path: '', message: 'The file is longer than 5 MB' }] };
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    return { problems: [{ path: '', message: `This is not JSON: ${(error as Error).message}` }] };
  }
  if (!Array.isArray(entries)) return { problems: [{ path: '', message: 'A catalog is a list of entries' }] };
  const problems = entries.flatMap((entry: unknown, i) => {
    const name = nameOf(entry, i);
    return problemsOf(entry).map(({ path, message }) => ({ path: path === '' ? name : `${name}.${path}`, message }));
  });
  const ids = entries.map((entry: unknown, i) => nameOf(entry, i).toLowerCase());
  const repeated = new Set(ids.filter((id, i) => ids.indexOf(id) < i));
  problems.push(...[...repeated].map((id) => ({ path: id, message: 'Two entries have this id' })));
  return problems.length > 0 ? { problems } : { entries: entries.map((entry) => modelEntry.parse(entry)) };
}

function nameOf(entry: unknown, i: number): string {
  const { id } = (entry ?? {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? id : String(i);
}
