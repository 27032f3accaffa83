import { z } from 'zod';
import { characterCount } from '../messages/character-count';

/** Characters that Postgres cannot store in text or JSON: NUL, and halves of surrogate pairs. */
const REJECTED_CHARACTERS = /[\p{Cs}\u{0}]/u;

/** Text for a model, without surrounding spaces. `maxCharacters` counts as `characterCount` does. */
export function promptText(maxCharacters: number, messages: { notText?: string; tooLong: string }) {
  return z
    .string(messages.notText)
    .trim()
    .refine((text) => characterCount(text) <= maxCharacters, messages.tooLong)
    .refine((text) => !REJECTED_CHARACTERS.test(text), 'The prompt contains an unsupported character');
}
