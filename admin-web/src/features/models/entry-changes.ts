/** A value of an entry that differs. Texts are JSON; null where the field is missing. */
export interface EntryChange {
  /** For example `routes.0.fields.duration`. */
  path: string;
  before: string | null;
  after: string | null;
}

/** The values that differ between two entries, by path. */
export function changesOf(before: unknown, after: unknown): EntryChange[] {
  const [old, next] = [valuesOf(before), valuesOf(after)];
  const paths = [...new Set([...old.keys(), ...next.keys()])];
  return paths.flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: next.get(path) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** Each value below an object or a list, by path. */
function valuesOf(value: unknown, path = ''): Map<string, string> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (fields.length === 0) return new Map([[path, JSON.stringify(value)]]);
  return new Map(fields.flatMap(([name, each]) => [...valuesOf(each, path === '' ? name : `${path}.${name}`)]));
}
