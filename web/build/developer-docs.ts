import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { DeveloperDocs, Field, ReferenceObject, ReferenceRoute } from 'virtual:developer-docs';

const ID = 'virtual:developer-docs';
const RESOLVED = `\0${ID}`;
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const DOCUMENT = join(DOCS, 'openapi-v1.json');
const EXAMPLES = join(DOCS, 'examples');
/** The page explains the header once, for all routes. */
const COMMON_HEADER = 'Luit-Version';

/** Objects that are only sent are shown with their routes. */
const INPUT = /Dto$/;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  default?: unknown;
  description?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema: Schema }>;

interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * Provides what the developers' page shows as `virtual:developer-docs`: the routes of the public API, taken from its OpenAPI document,
 * and the examples of docs/examples. Only what is shown becomes part of the page.
 */
export function developerDocs(): Plugin {
  return {
    name: 'luit-developer-docs',
    resolveId: (id) => (id === ID ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      this.addWatchFile(DOCUMENT);
      const { version, routes, objects, examples } = readDeveloperDocs();
      return [
        `export const version = ${JSON.stringify(version)};`,
        `export const routes = ${JSON.stringify(routes)};`,
        `export const objects = ${JSON.stringify(objects)};`,
        `export const examples = ${JSON.stringify(examples)};`,
      ].join('\n');
    },
  };
}

export function readDeveloperDocs(): DeveloperDocs {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenApi;
  const names = readdirSync(EXAMPLES);
  const texts = names.map((name) => [name, readFileSync(join(EXAMPLES, name), 'utf8').trimEnd()] as const);
  return {
    version: document.info.version,
    routes: routesOf(document),
    objects: objectsOf(document),
    examples: Object.fromEntries(texts),
  };
}

function routesOf({ paths, components }: OpenApi): ReferenceRoute[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      scope: /`(.+)`/.exec(operation.description)?.[1] ?? '',
      parameters: (operation.parameters ?? [])
        .filter(({ name, in: place }) => place !== 'path' && name !== COMMON_HEADER)
        .map(({ name, in: place, required, description, schema }) => ({
          ...fieldOf(name, { description, ...schema }, required),
          place: place === 'header' ? ('header' as const) : ('query' as const),
        })),
      fields: fieldsOf(operation.requestBody?.content['application/json']?.schema, components.schemas),
      answer: answerOf(operation.responses['200']?.content ?? {}),
    })),
  );
}

function answerOf(content: Content): string {
  const [entry] = Object.entries(content);
  if (!entry) return 'nothing';
  const [type, { schema }] = entry;
  if (type !== 'application/json') return type === '*/*' ? 'file' : type;
  const item = schema.properties?.data?.items?.$ref;
  if (item) return `list of ${nameOf(item)}`;
  return schema.$ref ? nameOf(schema.$ref) : (schema.properties?.object?.enum?.[0] ?? 'object');
}

const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';

function objectsOf({ components }: OpenApi): ReferenceObject[] {
  return Object.entries(components.schemas)
    .filter(([name]) => !INPUT.test(name))
    .map(([name, schema]) => ({ name, description: schema.description ?? '', fields: nestedFields(schema, '') }));
}

/** The fields of an object, each followed by those inside it. */
function nestedFields(schema: Schema, prefix: string): ReferenceObject['fields'] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.anyOf?.find(({ properties }) => properties) ?? field;
    const path = prefix + name;
    return [
      { name: path, type: typeOf(field), values: field.enum?.map(String) ?? [] },
      ...nestedFields(inner, `${path}.`),
      ...(inner.items ? nestedFields(inner.items, `${path}[].`) : []),
    ];
  });
}

function typeOf({ type, format, oneOf, anyOf, items }: Schema): string {
  const choices = oneOf ?? anyOf;
  if (choices) return choices.map((each) => (each.format === 'binary' ? 'file' : typeOf(each))).join(' or ');
  if (items) return `array of ${typeOf(items)}`;
  return format ?? (Array.isArray(type) ? type.join(' or ') : (type ?? ''));
}

function fieldsOf(schema: Schema | undefined, schemas: Record<string, Schema>): Field[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema;
  return Object.entries(properties).map(([name, field]) => fieldOf(name, field, required.includes(name)));
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const { enum: values, default: preset, description = '' } = schema;
  return {
    name,
    type: typeOf(schema),
    isRequired,
    values: values ?? [],
    preset: preset === undefined ? null : String(preset),
    description,
  };
}
