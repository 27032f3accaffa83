import { z } from 'zod';
import { cleanName, nameText } from './name-text';
import { calls } from '../registry/registry';

const INVISIBLE = [
  ...['\u200d', '\u200b\u200b', '\u3164', '\u2800', '\u00ad', '\u200f', '\u{e0041}', ' ', '\u034f', '\u115f\u1160'],
  ...['\uffa0', '\ufe0f', '\u0301', '\u2060', '\ufeff', '\u180e', '\u17b4', '\u{1d159}', '\ufffc', '\ue000', '\u2063'],
];
const VISIBLE = ['Asha', 'रितु', 'ক্ষ', 'O’Neil', '👩‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', '3', 'क्‍ष', '名'];
/** Here the gateway sends the name that auth has stored, and that of a queue. */
const NOT_TYPED = ['billing.createOrder', 'billing.createVideoOrder', 'generation.setQueuePaused'];

/** The text fields of an input that are called like a name, at any depth. */
function nameFields(schema: z.ZodType, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return nameFields(schema.unwrap() as z.ZodType, path);
  }
  if (schema instanceof z.ZodPipe) return nameFields(schema.def.out as z.ZodType, path);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, inner]) => [
    ...(field === 'name' || field === 'title' ? [[`${path}.${field}`, inner] as [string, z.ZodType]] : []),
    ...nameFields(inner, `${path}.${field}`),
  ]);
}

const fields = calls
  .filter(({ name }) => !NOT_TYPED.includes(name))
  .flatMap(({ name, input }) => nameFields(input as z.ZodType, name))
  .filter(([, schema]) => schema.safeParse('Asha').success);

describe('names', () => {
  it('of accounts, operators, keys, views, packs, presets, collections and others are found', () => {
    expect(fields.length).toBeGreaterThanOrEqual(15);
  });

  it.each(fields)('%s refuses what shows nothing', (_, schema) => {
    expect(INVISIBLE.filter((name) => schema.safeParse(name).success)).toEqual([]);
    expect(VISIBLE.filter((name) => !schema.safeParse(name).success)).toEqual([]);
  });

  it('lose invisible formatting and keep the joiners of emoji and Indic scripts', () => {
    expect(cleanName(' A\u200bs\u00adha\u200f\u{e0041} ')).toBe('Asha');
    expect(VISIBLE.map(cleanName)).toEqual(VISIBLE.map((name) => name.normalize('NFC')));
    expect(cleanName('e\u0301')).toBe('\u00e9');
  });

  it.each(['a\nb', 'a\u202eb', 'a\u2066b', 'a\u0007', '\ud800a', 'a\u2028b'])('%j is refused', (name) => {
    expect(nameText(40).safeParse(name).success).toBe(false);
  });

  it('count characters, so an emoji is one', () => {
    expect(nameText(2).safeParse('🌊🌊').success).toBe(true);
    expect(nameText(2).safeParse('🌊🌊🌊').success).toBe(false);
  });
});
