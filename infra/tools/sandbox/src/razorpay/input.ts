import { z } from 'zod';
import type { Listing, Notes } from './entities';
import { RazorpayError, invalidField } from './errors';

const maxNotes = 15;
const maxNoteLength = 256;
const maxReceiptLength = 40;

/** Parses a JSON object. Like Razorpay, rejects unknown fields by name. */
export function readFields(body: unknown, known: readonly string[]): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(body ?? {});
  if (!parsed.success) throw new RazorpayError(400, 'The request body is not a valid JSON object');
  const extra = Object.keys(parsed.data).filter((key) => !known.includes(key));
  if (extra.length > 0)
    throw new RazorpayError(400, `${extra.join(', ')} is/are not required and should not be sent`, {
      reason: 'extra_fields_sent',
    });
  return parsed.data;
}

/** Parses an amount: an integer of at least 100 paise. */
export function readAmount(value: unknown): number {
  if (value === undefined || value === null) throw invalidField('amount', 'The amount field is required.');
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalidField('amount', 'The amount must be an integer.');
  if (value < 100) throw invalidField('amount', 'The amount must be at least INR 1.00');
  return value;
}

export function readCurrency(value: unknown): string {
  if (value === undefined || value === null) throw invalidField('currency', 'The currency field is required.');
  if (value !== 'INR') throw invalidField('currency', 'Currency is not supported');
  return value;
}

export function readReceipt(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalidField('receipt', 'receipt: must be a string.');
  if (value.length > maxReceiptLength)
    throw invalidField('receipt', `receipt: the length must be no more than ${maxReceiptLength}.`);
  return value;
}

/** Parses notes: at most 15 pairs of at most 256 characters. */
export function readNotes(value: unknown): Notes {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
  const parsed = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).safeParse(value);
  if (!parsed.success) throw invalidField('notes', 'notes: must be an object of texts.');
  const pairs = Object.entries(parsed.data).map(([key, text]) => [key, String(text)] as const);
  if (pairs.length > maxNotes)
    throw invalidField('notes', `Number of fields in notes should be less than or equal to ${maxNotes}`);
  const long = pairs.find(([key, text]) => text.length > maxNoteLength || key.length > maxNoteLength);
  if (long) throw invalidField('notes', `notes: the length of ${long[0]} must be no more than ${maxNoteLength}.`);
  return pairs.length === 0 ? [] : Object.fromEntries(pairs);
}

/** Parses a field that must be one of `choices`; the fallback if it is missing. */
export function readChoice<T extends string>(field: string, value: unknown, choices: readonly T[], fallback: T): T {
  if (value === undefined || value === null) return fallback;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw invalidField(field, `The selected ${field} is invalid.`);
  return choice;
}

const whole = z.coerce.number().int().min(0);
const listQuery = z.object({
  count: whole.min(1).max(100).default(10),
  skip: whole.default(0),
  from: whole.default(0),
  to: whole.default(Number.MAX_SAFE_INTEGER),
});

/** Razorpay's list format: newest first, with `count` (default 10, at most 100), `skip`, `from` and `to` (Unix seconds). */
export function listing<T extends { created_at: number }>(oldestFirst: T[], query: unknown): Listing<T> {
  const parsed = listQuery.safeParse(query);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0]);
    throw invalidField(field, `The ${field} is invalid.`);
  }
  const { count, skip, from, to } = parsed.data;
  const matching = oldestFirst.filter(({ created_at }) => created_at >= from && created_at <= to).reverse();
  const items = matching.slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}
