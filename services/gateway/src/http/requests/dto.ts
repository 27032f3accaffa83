import { TOO_LONG } from '@luit/contracts/messages/input-limits';
import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import type { z } from 'zod';
import { toOpenApiInput } from './api-schemas';

/**
 * A class for the body or the query of a route: `class SignUpDto extends dtoOf(signUpBody) {}`. The validation pipe parses and checks each
 * field by its schema, and drops or refuses other fields. It parses a field twice, so a schema must accept its own output unchanged.
 */
export function dtoOf<Schema extends z.ZodObject>(schema: Schema): Type<z.output<Schema>> {
  const defaults: Record<string, unknown> = {};
  class Dto {
    constructor() {
      Object.assign(this, defaults);
    }
  }
  const { properties = {}, required = [] } = toOpenApiInput(schema);
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const isRequired = required.includes(name);
    const docs = { type: Object, selfRequired: isRequired, required: isRequired, ...documented(properties[name]) };
    ApiProperty(docs as ApiPropertyOptions)(Dto.prototype, name);
    CheckedBy(field)(Dto.prototype, name);
    const { data } = field.safeParse(undefined);
    if (data !== undefined) defaults[name] = data;
  }
  return Dto as Type<z.output<Schema>>;
}

/** Nest takes a list of types for lists. */
function documented(property: z.core.JSONSchema._JSONSchema | undefined): object {
  if (typeof property !== 'object' || !Array.isArray(property.type)) return property as object;
  const { type, ...others } = property;
  return { ...others, anyOf: type.map((each) => ({ type: each })) };
}

function CheckedBy(field: z.ZodType) {
  return (target: object, name: string): void => {
    const parse = (value: unknown) => field.safeParse(value, { error: (issue) => defaultMessage(name, issue) });
    // The field as it was sent, because class-transformer has already copied objects, including objects without a class.
    Transform(({ obj }: TransformFnParams) => {
      const sent = (obj as Record<string, unknown>)[name];
      const { success, data } = parse(sent);
      return success ? data : sent;
    })(target, name);
    ValidateBy({
      name: 'schema',
      validator: {
        validate: (value) => parse(value).success,
        defaultMessage: ({ value }: ValidationArguments) => parse(value).error?.issues[0]?.message ?? '',
      },
    })(target, name);
  };
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
