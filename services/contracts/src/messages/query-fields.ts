import { z } from 'zod';
import { TOO_LONG } from './input-limits';
import { id, optional, timeInput, unlessBlank } from './fields';

/** Fields of queries and forms, which carry text. Every field also accepts the value that it parses the text into. */

/** A whole number of a query. */
export const queryInteger = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), schema);

/** Items of a page: 20 unless the query says otherwise. */
export const pageLimit = queryInteger(z.int().min(1).max(100).default(20));

/** Cursor pagination: page size and the position after which the page starts. */
export const pageQuery = z.object({ limit: pageLimit, cursor: optional(z.string().max(256, TOO_LONG)) });

/** Cursor pagination by the id of the last item. */
export const idPageQuery = z.object({
  limit: pageLimit,
  cursor: optional(id).describe('Id of the last item of the previous page'),
});

/** The period of an export: at or after `from`, and before `to`. */
export const exportPeriod = z.object({
  from: timeInput.describe('Rows from this time or later'),
  to: timeInput.describe('Rows from before this time'),
});

/** The search words. */
export const searchWords = (maxCharacters: number, tooLong = TOO_LONG) =>
  unlessBlank(z.string().max(maxCharacters, tooLong).optional());

/** An empty field of a form is absent. Invalid numbers are kept for the schema to reject. */
export const formInteger = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (value === '') return undefined;
    return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  }, schema);

/** An empty field of a form is false. */
export const textBoolean = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' || value === '' ? false : value), schema);

/** A field of JSON in a form; absent if it is empty. Invalid JSON is kept for the schema to reject. */
export const formJson = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (value === '') return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, schema);
