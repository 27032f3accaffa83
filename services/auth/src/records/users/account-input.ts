import type { SignUpConsents } from '@luit/contracts/auth/consents';
import { DEFAULT_LANGUAGE, type Language } from '@luit/contracts/auth/languages';
import {
  EMAIL_REQUIRED,
  INVALID_EMAIL,
  MAX_EMAIL_CHARACTERS,
  MAX_PASSWORD_BYTES,
  NAME_REQUIRED,
  PASSWORD_REQUIRED,
} from '@luit/contracts/auth/limits';
import { nameInput } from '@luit/contracts/auth/users';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { canonicalEmail, displayedEmail } from '@luit/contracts/auth/email-address';
import { passwordWeakness } from './password-policy';

/** A part of x@y.z, without characters that end or split an address in a mail header, and without invisible ones. */
const PART = String.raw`[^\s@<>(),;:\\"[\]\p{C}\p{Default_Ignorable_Code_Point}]+`;
const EMAIL = new RegExp(`^${PART}@${PART}\\.${PART}$`, 'u');

type FieldError = [field: string, code: ErrorCode, message: string];

export interface EmailAddress {
  /** The canonical spelling; unique per account. */
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
  const { name, errors: nameErrors } = checkName(input.name);
  const email = stringOf(input.email).trim();
  const password = stringOf(input.password);
  throwIfAny([...nameErrors, ...emailErrors(email), ...newPasswordErrors(password, email)]);
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
  const { name, errors } = checkName(input);
  throwIfAny(errors);
  return name;
}

/** A person's text of several lines. Postgres text cannot contain NUL. */
export function parseText(input: unknown): string {
  return String(input).replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function addressOf(email: string): EmailAddress {
  return { key: canonicalEmail(email), asTyped: displayedEmail(email) };
}

function checkName(input: unknown): { name: string; errors: FieldError[] } {
  const { data = '', error } = nameInput.safeParse(stringOf(input));
  return {
    name: data,
    errors: error ? [['name', 'validation_failed', error.issues[0]?.message ?? NAME_REQUIRED]] : [],
  };
}

function emailErrors(email: string): FieldError[] {
  if (email === '') return [['email', 'validation_failed', EMAIL_REQUIRED]];
  if (email.length > MAX_EMAIL_CHARACTERS || !EMAIL.test(canonicalEmail(email))) {
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
