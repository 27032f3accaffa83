/** How clients name the fields of an object in forms and queries. */
const NESTED = /^([a-z]\w*)\[([^[\]]+)\]$/;

/** Adds `name[key]` to the object `name`. */
export function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const [, outer, key] = NESTED.exec(name) ?? [];
  if (outer === undefined || key === undefined) {
    fields[name] = value;
    return;
  }
  const known = Object.hasOwn(fields, outer) ? fields[outer] : undefined;
  fields[outer] = { ...(typeof known === 'object' ? known : {}), [key]: value };
}

/** The field that receives the value of such a name. */
export function outerName(name: string): string {
  return NESTED.exec(name)?.[1] ?? name;
}
