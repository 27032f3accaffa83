import type { Type } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';

/** A DTO and the schema of the call that its route ends in. */
export interface Pair {
  dto: Type<object>;
  schema: z.ZodType;
  /** A valid request with all fields of the DTO, by their names in the DTO. */
  valid: Record<string, unknown>;
  /** Fields of the schema that the gateway adds, with valid values. */
  added?: Record<string, unknown>;
  /** Names in the schema of fields that the DTO names differently. */
  renamed?: Record<string, string>;
  /** How the gateway changes values before the call. */
  converted?: Record<string, (value: unknown) => unknown>;
  /** Fields of the DTO that do not reach this schema. */
  edgeOnly?: string[];
}

export const ID = uuidv7();
export const TIME = '2026-11-21T15:00:00+05:30';
export const KEY = { idempotencyKey: 'key' };

export const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape as Record<string, z.ZodType>;
export const optionsOf = (schema: z.ZodType | undefined) => (schema as z.ZodUnion).options as z.ZodType[];
