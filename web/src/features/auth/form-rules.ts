import { MIN_PASSWORD_CHARACTERS } from '@luit/contracts/auth/limits';
import { characterCount } from '@luit/contracts/messages/character-count';

export const PASSWORD_RECOMMENDED = 12;

/** Checks only the form x@y.z; the confirmation email verifies the address. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Counts code points, so that most emoji count as one character. */
export const isLongEnough = (password: string): boolean => characterCount(password) >= MIN_PASSWORD_CHARACTERS;
