/** The value at a path such as `routes.0.fields.duration`; undefined where there is none. */
export function valueAt(entry: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isField = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isField ? (value as Record<string, unknown>)[name] : undefined;
  }, entry);
}

/** A copy with another value at the path. Objects on the way are created; undefined removes the field or the item. */
export function withValue(entry: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.');
  const next = rest.length > 0 ? withValue(valueAt(entry, name), rest.join('.'), value) : value;
  if (Array.isArray(entry)) {
    const items: unknown[] = entry;
    return next === undefined ? items.toSpliced(Number(name), 1) : items.toSpliced(Number(name), 1, next);
  }
  const fields = typeof entry === 'object' && entry !== null ? entry : {};
  if (next !== undefined) return { ...fields, [name]: next };
  return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
}

/** The fields of an object, none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
