const MAX_DEPTH = 3;
const MAX_FIELDS = 20;
const MAX_LENGTH = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A payload without texts, because they may be personal: ids, numbers and booleans stay, other texts become their lengths. */
export function previewOf(payload: unknown): string {
  return (JSON.stringify(redact(payload, 0)) ?? 'null').slice(0, MAX_LENGTH);
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return UUID.test(value) ? value : `text of ${value.length} characters`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return Array.isArray(value) ? `list of ${value.length}` : 'object';
  const values = Object.entries(value)
    .slice(0, MAX_FIELDS)
    .map(([name, field]) => [name.slice(0, 100), redact(field, depth + 1)] as const);
  return Array.isArray(value) ? values.map(([, field]) => field) : Object.fromEntries(values);
}
