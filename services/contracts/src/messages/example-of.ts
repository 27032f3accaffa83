import type { z } from 'zod';

/** A valid object: each field that has an example in the OpenAPI document, with that example. */
export function exampleOf<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, field.meta()?.example]);
  return schema.parse(Object.fromEntries(fields));
}
