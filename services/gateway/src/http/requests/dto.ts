import { TOO_LONG } from '@luit/contracts/messages/input-limits';
import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { z } from 'zod';
import { toOpenApiInput } from './api-schemas';

type ParsedField = (value: unknown) => z.ZodSafeParseResult<unknown>;
type Fields = ReadonlyMap<string, ParsedField>;
const FIELDS = Symbol('fields');

/**
 * A class for the body or the query of a route: `class SignUpDto extends dtoOf(signUpBody) {}`. The pipe `FieldsPipe` parses each field by its
 * schema, and drops or refuses other fields.
 */
export function dtoOf<Schema extends z.ZodObject>(schema: Schema): Type<z.output<Schema>> {
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
  class Dto {
    static readonly [FIELDS]: Fields = new Map(shape.map(([name, field]) => [name, parserOf(name, field)]));
  }
  const { properties = {}, required = [] } = toOpenApiInput(schema);
  for (const [name] of shape) {
    const isRequired = required.includes(name);
    const docs = { type: Object, selfRequired: isRequired, required: isRequired, ...documented(properties[name]) };
    ApiProperty(docs as ApiPropertyOptions)(Dto.prototype, name);
  }
  return Dto as unknown as Type<z.output<Schema>>;
}

/** The fields of a class that was made by `dtoOf`, in the order of their schema; undefined for other classes. */
export function fieldsOf(type: Type): Fields | undefined {
  return (type as Type & { [FIELDS]?: Fields })[FIELDS];
}

function parserOf(name: string, field: z.ZodType): ParsedField {
  const error = (issue: z.core.$ZodRawIssue) => defaultMessage(name, issue);
  return (value) => field.safeParse(value, { error });
}

/** Nest takes a list of types for lists. */
function documented(property: z.core.JSONSchema._JSONSchema | undefined): object {
  if (typeof property !== 'object' || !Array.isArray(property.type)) return property as object;
  const { type, ...others } = property;
  return { ...others, anyOf: type.map((each) => ({ type: each })) };
}

const NOT_A_LIST = 'This list is not valid';
const NOT_TEXT = 'This must be text';
const KINDS: Partial<Record<string, string>> = {
  boolean: 'a boolean value',
  int: 'an integer number',
  number: 'an integer number',
  object: 'an object',
  record: 'an object',
};

/** The message for an invalid field if its schema has none. */
function defaultMessage(field: string, { path = [], ...issue }: z.core.$ZodRawIssue): string {
  const { code, origin } = issue;
  const inner = path.at(-1);
  const name = typeof inner === 'string' ? inner : field;
  if (code === 'invalid_value') return `${name} must be one of the following values: ${listOf(issue.values)}`;
  if (code === 'invalid_format') return issue.format === 'uuid' ? `${name} must be a UUID` : NOT_TEXT;
  if (code === 'invalid_type' && issue.expected === 'string') return NOT_TEXT;
  if (code === 'invalid_type' && issue.expected === 'array') return NOT_A_LIST;
  if (code === 'invalid_type') return `${name} must be ${KINDS[String(issue.expected)] ?? 'valid'}`;
  if (origin === 'array') return NOT_A_LIST;
  if (origin === 'string') return code === 'too_big' ? TOO_LONG : NOT_TEXT;
  if (code === 'too_small') return `${name} must not be less than ${String(issue.minimum)}`;
  if (code === 'too_big') return `${name} must not be greater than ${String(issue.maximum)}`;
  return `${name} is not valid`;
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}
