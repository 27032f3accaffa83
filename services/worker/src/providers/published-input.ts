import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import { readError } from '@luit/engines/failures';

/** A schema of a model has some 20 kB. */
const MAX_CHARACTERS = 2_000_000;
const MAX_FIELDS = 100;
const MAX_VALUES = 100;
const MAX_TEXT = 300;
/** References that lead to references. Vendors need one. */
const MAX_REFERENCES = 8;
/** Names that an object may have inherited, or that would change its prototype. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];
const NAME = /^[A-Za-z_][\w-]{0,99}$/;
const POINTER = /^#(\/[^/]+){1,6}$/;

type Fields = Record<string, unknown>;

/** @throws ProviderReadError for a document that is too large to be one of a model */
export function assertDocumentSize(text: string): void {
  if (text.length > MAX_CHARACTERS) throw readError('schema_too_large', 'The published schema is too large');
}

/**
 * The fields of an input schema in an OpenAPI document, which is a vendor's text and may contain anything. Only own properties are read,
 * references are followed within the document a few times, and everything else is cut or left out.
 *
 * @throws ProviderReadError if it describes no fields
 */
export function publishedFields(document: unknown, schema: unknown): VendorInputField[] {
  const input = resolved(document, schema);
  const required = listOf(own(input, 'required'));
  const fields = Object.entries(asFields(own(input, 'properties')))
    .filter(([name]) => NAME.test(name) && !RESERVED.includes(name))
    .slice(0, MAX_FIELDS)
    .map(([name, field]) => fieldOf(document, name, field, required.includes(name)));
  if (fields.length === 0) throw readError('no_schema', 'The vendor publishes no fields for this model');
  return fields;
}

/** A value that is reached through own properties. */
export function own(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((at, name) => {
    const isField = typeof at === 'object' && at !== null && Object.hasOwn(at, name);
    return isField ? (at as Fields)[name] : undefined;
  }, value);
}

function fieldOf(document: unknown, name: string, published: unknown, isRequired: boolean): VendorInputField {
  const parts = partsOf(document, published);
  const first = (keyword: string) => parts.map((part) => own(part, keyword)).find((value) => value !== undefined);
  const values = listOf(first('enum'))
    .filter(
      (value): value is string | number => isNumber(value) || (typeof value === 'string' && value.length <= MAX_TEXT),
    )
    .slice(0, MAX_VALUES);
  const preset = first('default');
  return {
    name,
    type: typeOf(first('type')),
    isRequired,
    values: values.length > 0 ? values : null,
    minimum: numberOf(first('minimum')),
    maximum: numberOf(first('maximum')),
    preset: typeof preset === 'boolean' || isNumber(preset) || isShort(preset) ? preset : null,
    description: isText(first('description')) ? String(first('description')).slice(0, MAX_TEXT) : '',
  };
}

/** The schema itself, then the alternatives that say more about it. */
function partsOf(document: unknown, published: unknown): unknown[] {
  const schema = resolved(document, published);
  const others = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    listOf(own(schema, keyword)).slice(0, MAX_REFERENCES),
  );
  return [schema, ...others.map((each) => resolved(document, each)).filter((each) => own(each, 'type') !== 'null')];
}

/** The schema that references lead to; nothing for one that leads in a circle or out of the document. */
function resolved(document: unknown, schema: unknown): unknown {
  let at = schema;
  for (let i = 0; i < MAX_REFERENCES; i++) {
    const reference = own(at, '$ref');
    if (reference === undefined) return at;
    if (typeof reference !== 'string' || !POINTER.test(reference)) return undefined;
    const path = reference.slice(2).split('/');
    at = own(document, ...path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')));
  }
  return undefined;
}

function typeOf(type: unknown): VendorInputField['type'] {
  if (type === 'string') return 'text';
  if (type === 'array') return 'list';
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'other';
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isShort = (value: unknown): value is string => isText(value) && value.length <= MAX_TEXT;
const numberOf = (value: unknown) => (isNumber(value) ? value : null);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
