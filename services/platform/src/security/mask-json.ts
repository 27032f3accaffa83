export interface MaskRules {
  /** Names of fields that identify no one. */
  kept: ReadonlySet<string>;
  /** Fields with these names are masked completely, including everything inside them. */
  masked: ReadonlySet<string>;
}

const MASKED = '[masked]';
const MAX_DEPTH = 8;

/** JSON as operators may see it: every value of a field that is not known to identify no one is masked. */
export function maskJson(value: unknown, rules: MaskRules, depth = 0): unknown {
  if (depth > MAX_DEPTH) return MASKED;
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? maskJson(item, rules, depth + 1) : MASKED));
  if (!isObject(value)) return MASKED;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskField(name, field, rules, depth)]));
}

function maskField(name: string, field: unknown, rules: MaskRules, depth: number): unknown {
  if (field === null) return null;
  if (rules.masked.has(name)) return MASKED;
  if (!isObject(field)) return rules.kept.has(name) && isPlain(field) ? field : MASKED;
  return Array.isArray(field) && rules.kept.has(name) && field.every(isPlain)
    ? field
    : maskJson(field, rules, depth + 1);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A short scalar, without an address or a NUL, which jsonb cannot store. */
function isPlain(value: unknown): boolean {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) &&
    !/[@\0]/.test(String(value)) &&
    String(value).length <= 500
  );
}
