import { z } from 'zod';
import { MAX_CREDITS } from './input-limits';

/** Fields that messages of several features share. An input strips fields it does not know, so that a newer caller is served. */

/** A UUID. */
export const id = z.uuid();
/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime({ offset: true });

const NOT_A_TIME = 'A time must be written as 2026-11-21T15:00:00+05:30';
const NOT_A_DAY = 'A day must be written as 2026-11-21';
const FIRST_TIME = Date.UTC(1970, 0, 1);
const END_OF_TIME = Date.UTC(10_000, 0, 1);
const MAX_OFFSET_HOURS = 14;

/** Postgres has no year 0 and accepts no offset of 16 hours or more. No time zone is more than 14 hours ahead of UTC. */
function isStorableTime(text: string): boolean {
  const at = Date.parse(text);
  const [, hours = '0'] = /[+-](\d\d):\d\d$/.exec(text) ?? [];
  return at >= FIRST_TIME && at < END_OF_TIME && Number(hours) <= MAX_OFFSET_HOURS;
}

/** An instant that a client sends, such as 2026-11-21T09:30:00Z or 2026-11-21T15:00:00+05:30. */
export const timeText = (message: string) =>
  z.iso.datetime({ offset: true, error: message }).refine(isStorableTime, message);
export const timeInput = timeText(NOT_A_TIME);
/** A calendar day that a client sends. */
export const dayInput = z.iso.date(NOT_A_DAY).refine((text) => isStorableTime(`${text}T00:00:00Z`), NOT_A_DAY);
/** Anything before an @ in the authority of a URL, even if it is empty. */
const CREDENTIALS = /^[a-z][a-z\d+.-]*:[/\\]*[^/\\?#]*@/i;

/** Returns true if a URL has a user name or a password, which would end up in logs. */
export function hasCredentials(url: string): boolean {
  return CREDENTIALS.test(url.trim());
}

/** An HTTP URL that someone chose. The owner of the call also checks where it leads. */
export const httpUrl = (maxLength: number, message?: string) =>
  z
    .url({ protocol: /^https?$/, error: message })
    .max(maxLength, message)
    .refine((url) => !hasCredentials(url), message ?? 'The URL must not contain a user name or password.');
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
/** The same with a default. */
export const orDefault = <Schema extends z.ZodType>(schema: z.ZodDefault<Schema>) =>
  z.preprocess((value) => value ?? undefined, schema);
/** The ids of 1 to `max` requests. */
export function requestIds(max: number) {
  const message = `Choose between 1 and ${max} requests`;
  return z.array(z.uuid(message), message).min(1, message).max(max, message);
}
/** A text without surrounding spaces. If nothing is left, it is absent. */
export const unlessBlank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim() || undefined : (value ?? undefined)), schema);
/** The id of the last item of the page before. */
export const cursor = id.optional();
export const pageSize = z.int().min(1);
/** An opaque cursor, for lists that are not ordered by id. */
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
