import type { SignUpConsents } from '@luit/contracts/auth/consents';
import { DEFAULT_LANGUAGE, type Language } from '@luit/contracts/auth/languages';
import {
  EMAIL_REQUIRED,
  INVALID_EMAIL,
  MAX_EMAIL_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PASSWORD_BYTES,
  NAME_TOO_LONG,
  NAME_REQUIRED,
  PASSWORD_REQUIRED,
} from '@luit/contracts/auth/limits';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { passwordWeakness } from '../passwords/password-policy';

/** x@y.z, without characters that end or split an address in a mail header. */
const EMAIL = /^[^\s@<>(),;:\\"[\]\p{C}]+@[^\s@<>(),;:\\"[\]\p{C}]+\.[^\s@<>(),;:\\"[\]\p{C}]+$/u;
/** Control characters and bidirectional overrides. Joiners are allowed, because Indic scripts and emoji need them. */
const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

type FieldError = [field: string, code: ErrorCode, message: string];

export interface EmailAddress {
  /** Lower case; unique per account. */
  key: string;
  asTyped: string;
}

export interface SignUpInput {
  email: EmailAddress;
  password: string;
  name: string;
  language: Language;
  consents: SignUpConsents;
}

/** @throws LuitError with the first error as its message and all errors in `details` */
export function parseSignUp(
  input: {
    email: unknown;
    password: unknown;
    name: unknown;
    language?: Language;
  } & SignUpConsents,
): SignUpInput {
  const name = stringOf(input.name).trim();
  const email = stringOf(input.email).trim();
  const password = stringOf(input.password);
  throwIfAny([...nameErrors(name), ...emailErrors(email), ...newPasswordErrors(password, email)]);
  const { termsVersion, privacyVersion, ageVersion, marketing } = input;
  return {
    name,
    email: addressOf(email),
    password,
    language: input.language ?? DEFAULT_LANGUAGE,
    consents: { termsVersion, privacyVersion, ageVersion, marketing },
  };
}

/** @throws LuitError with the first error as its message and all errors in `details` */
export function parseCredentials(input: { email: unknown; password: unknown }): {
  email: EmailAddress;
  password: string;
} {
  const email = stringOf(input.email).trim();
  const password = stringOf(input.password);
  throwIfAny([...emailErrors(email), ...passwordErrors(password)]);
  return { email: addressOf(email), password };
}

/** @throws LuitError `validation_failed` or `invalid_email` */
export function parseEmail(input: unknown): EmailAddress {
  const email = stringOf(input).trim();
  throwIfAny(emailErrors(email));
  return addressOf(email);
}

/** Parses a password for verification. @throws LuitError `validation_failed` */
export function parsePassword(input: unknown): string {
  const password = stringOf(input);
  throwIfAny(passwordErrors(password));
  return password;
}

/**
 * @param email address of the account
 * @throws LuitError `validation_failed` or `weak_password`
 */
export function parseNewPassword(input: unknown, email: string): string {
  const password = stringOf(input);
  throwIfAny(newPasswordErrors(password, email));
  return password;
}

/** @throws LuitError `validation_failed` */
export function parseName(input: unknown): string {
  const name = stringOf(input).trim();
  throwIfAny(nameErrors(name));
  return name;
}

/** What a person wrote, in several lines. Postgres text cannot contain NUL. */
export function parseText(input: unknown): string {
  return String(input).replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function addressOf(email: string): EmailAddress {
  const asTyped = email.normalize('NFC');
  return { key: asTyped.toLowerCase(), asTyped };
}

function nameErrors(name: string): FieldError[] {
  if (name === '') return [['name', 'validation_failed', NAME_REQUIRED]];
  if (name.length > MAX_NAME_CHARACTERS) {
    return [['name', 'validation_failed', NAME_TOO_LONG]];
  }
  if (FORBIDDEN_IN_NAMES.test(name)) {
    return [['name', 'validation_failed', 'Name contains characters that cannot be used']];
  }
  return [];
}

function emailErrors(email: string): FieldError[] {
  if (email === '') return [['email', 'validation_failed', EMAIL_REQUIRED]];
  if (email.length > MAX_EMAIL_CHARACTERS || !EMAIL.test(email)) {
    return [['email', 'invalid_email', INVALID_EMAIL]];
  }
  return [];
}

function passwordErrors(password: string): FieldError[] {
  if (password === '') return [['password', 'validation_failed', PASSWORD_REQUIRED]];
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    return [['password', 'validation_failed', `Password must be at most ${MAX_PASSWORD_BYTES} bytes long`]];
  }
  return [];
}

function newPasswordErrors(password: string, email: string): FieldError[] {
  const errors = passwordErrors(password);
  const weakness = errors.length === 0 && passwordWeakness(password, email);
  return weakness ? [['password', 'weak_password', weakness]] : errors;
}

function throwIfAny(errors: FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  const [, code, message] = first;
  throw new LuitError(code, message, { details: Object.fromEntries(errors.map(([field, , text]) => [field, text])) });
}
