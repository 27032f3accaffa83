import { z } from 'zod';

/** Control characters, line breaks, halves of surrogate pairs, and what reorders the text around a name. */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Invisible formatting, except the joiners that Indic scripts and emoji need, and the tags of flags such as the flag of Scotland. */
const INVISIBLE_FORMAT = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/gu;
const STRAY_TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;
/** Letters and symbols by their category that show nothing: Hangul fillers, the blank of Braille and the like. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const NAME_NOT_USABLE = 'Name contains characters that cannot be used';

/** A name as it is stored: composed, and without invisible formatting and surrounding spaces. */
export function cleanName(typed: string): string {
  return typed.normalize('NFC').replace(INVISIBLE_FORMAT, '').replace(STRAY_TAGS, '').trim();
}

/** Returns true if a text shows at least one letter, digit, punctuation mark, or symbol. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK, ''));
}

/** Returns true if a name fits on one line and its characters do not affect the text around it. */
export function isUsableInName(text: string): boolean {
  return !REFUSED.test(text);
}

interface NameMessages {
  required?: string;
  tooLong?: string;
}

/** A name that people see. `maxCharacters` are code points. */
export function nameText(maxCharacters: number, { required = 'A name is required', tooLong }: NameMessages = {}) {
  return z
    .string(required)
    .overwrite(cleanName)
    .min(1, required)
    .refine(isVisible, required)
    .max(maxCharacters, tooLong)
    .refine(isUsableInName, NAME_NOT_USABLE);
}
