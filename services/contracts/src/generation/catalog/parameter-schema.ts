import { z } from 'zod';
import { type Choices, type ParameterName, parameterValues } from './model-parameters';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of what a model takes for each parameter, with its default. */
export function schemasOf({ parameters }: Choices): Partial<Record<ParameterName, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, definition]) =>
      definition ? [[name, schemaOf(name as ParameterName, definition)]] : [],
    ),
  );
}

function schemaOf(name: ParameterName, definition: NonNullable<Choices['parameters'][ParameterName]>): JsonSchema {
  const { $schema: _, ...value } = z.toJSONSchema(parameterValues.shape[name]) as JsonSchema;
  return { ...value, ...limitsOf(definition), ...('default' in definition && { default: definition.default }) };
}

function limitsOf(
  definition: object & { maxCharacters?: number; values?: unknown[]; from?: number; to?: number },
): JsonSchema {
  const { maxCharacters, values, from, to } = definition;
  if (maxCharacters !== undefined) return { maxLength: maxCharacters };
  if (values) return { enum: values as JsonSchema['enum'] };
  return from === undefined || to === undefined ? {} : { minimum: from, maximum: to };
}
