import type { z } from 'zod';

/** The fields of a schema among those of a value, in the order of the schema. The value is not validated again. */
export function pickFields<Schema extends z.ZodObject>(schema: Schema, value: z.infer<Schema>): z.infer<Schema> {
  const fields: Record<string, unknown> = value;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, fields[name]])) as z.infer<Schema>;
}
