import { z } from 'zod';
import { MAX_CREDITS } from '../billing/limits';

/** Fields that messages of several features share. An input strips fields it does not know, so that a newer caller is served. */

/** A UUID. */
export const id = z.uuid();
/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime({ offset: true });
/** A calendar day such as 2026-11-21. */
export const day = z.iso.date();
/** Whole credits, more than zero. */
export const credits = z.int().min(1).max(MAX_CREDITS);
/** Whole credits, zero included. */
export const creditCount = z.int().min(0).max(MAX_CREDITS);
export const paise = z.int();
/** Room for any key the HTTP interface lets through. */
export const idempotencyKey = z.string().min(1).max(200);
/** A field of a call that may be left out. JSON clients of ours may send null for it. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());
/** The id of the last item of the page before. */
export const cursor = id.optional();
export const pageSize = z.int().min(1);
/** A position that the service made up, for lists that are not ordered by id. */
export const opaqueCursor = z.string().max(256).optional();

/** Both days included; at most 1,100 days. */
const MAX_DAYS = 1_100;
const DAY_MS = 86_400_000;
export const dayRange = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { message: 'ends before it begins', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS, {
    message: `spans more than ${MAX_DAYS} days`,
    path: ['to'],
  });

/** A message without fields. */
export const empty = z.object({}) as unknown as z.ZodType<Record<string, never>, Record<string, never>>;

/** The size of a list. Counting stops early: `isTotalCapped` means that there are more than `total`. */
export const cappedCount = z.object({ total: z.int(), isTotalCapped: z.boolean() });
export type CappedCount = z.infer<typeof cappedCount>;

/** One page of a list; `nextCursor` is null on the last one. */
export const page = <Item extends z.ZodType>(item: Item) =>
  cappedCount.extend({ items: z.array(item), nextCursor: z.string().nullable() });
