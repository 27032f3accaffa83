import { z } from 'zod';
import { modelParameters } from './model-parameters';

/** The part of JSON Schema that the definitions of parameters use. */
export interface DefinitionSchema {
  type?: string;
  description?: string;
  enum?: string[];
  items?: DefinitionSchema;
  properties?: Record<string, DefinitionSchema>;
  maximum?: number;
  minimum?: number;
}

/** The schema of each parameter's definition in an entry, from which forms follow. */
export function definitionSchemas(): Record<string, DefinitionSchema> {
  return (z.toJSONSchema(modelParameters, { io: 'input' }) as DefinitionSchema).properties ?? {};
}
