import { z } from 'zod';

/** Characters that Postgres cannot store in text or JSON: NUL, and halves of surrogate pairs. */
const REJECTED_CHARACTERS = /[\p{Cs}\u{0}]/u;

/** Text for a model, without surrounding spaces. `maxCharacters` are code points. */
export function promptText(maxCharacters: number, messages: { notText?: string; tooLong: string }) {
  return z
    .string(messages.notText)
    .trim()
    .max(maxCharacters, messages.tooLong)
    .refine((text) => !REJECTED_CHARACTERS.test(text), 'The prompt contains an unsupported character');
}
