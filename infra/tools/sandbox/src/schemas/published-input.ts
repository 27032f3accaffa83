import { z } from 'zod';
import type { Work } from '../videos/work';

/** The input of a vendor's model: its fields as the vendor publishes them, and the work that a valid input asks for. */
export interface ModelInput {
  fields: z.ZodObject;
  work: z.ZodType<Work>;
}

/** A JSON Schema as OpenAPI 3.0 has it. */
export interface PublishedSchema {
  type?: string;
  properties?: Record<string, PublishedSchema>;
  required?: string[];
  enum?: unknown[];
  title?: string;
  description?: string;
  [keyword: string]: unknown;
}

/** The schema of the fields with a title each. It says nothing about other fields, which vendors ignore. */
export function publishedInput(fields: z.ZodObject): PublishedSchema & { properties: Record<string, PublishedSchema> } {
  const schema = z.toJSONSchema(fields, { target: 'openapi-3.0', io: 'input' }) as PublishedSchema;
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    { title: titleOf(name), ...field },
  ]);
  return {
    ...{ type: 'object', title: 'Input', properties: Object.fromEntries(properties) },
    ...(schema.required && { required: schema.required }),
  };
}

/** `Aspect Ratio` for `aspect_ratio`. */
function titleOf(field: string): string {
  return field
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
