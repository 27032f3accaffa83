import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { passwordWeakness } from '../passwords/password-policy';

/** Refused before hashing: argon2 would take any length. */
export const MAX_PASSWORD_BYTES = 1_000;
const MAX_NAME_CHARACTERS = 200;
/** The longest address SMTP can carry (RFC 5321, path less its brackets). */
const MAX_EMAIL_CHARACTERS = 254;
/** x@y.z, without what would end or split an address in a mail header. */
const EMAIL = /^[^\s@<>(),;:\\"[\]\p{C}]+@[^\s@<>(),;:\\"[\]\p{C}]+\.[^\s@<>(),;:\\"[\]\p{C}]+$/u;
/** Control characters and overrides of writing direction; joiners, which Indic scripts and emoji need, may stay. */
const UNFIT_FOR_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

type Fault = [field: string, code: ErrorCode, message: string];

export interface EmailAddress {
  /** Lower-cased: what makes an account one. */
  key: string;
  asTyped: string;
}

export interface SignUpInput {
  email: EmailAddress;
  password: string;
  name: string;
}

/** @throws LuitError with the first fault as its text and all of them in `details` */
export function parseSignUp(input: { email: unknown; password: unknown; name: unknown }): SignUpInput {
  const name = textOf(input.name).trim();
  const email = textOf(input.email).trim();
  const password = textOf(input.password);
  refuse([...nameFaults(name), ...emailFaults(email), ...newPasswordFaults(password, email)]);
  return { name, email: addressOf(email), password };
}

/** @throws LuitError with the first fault as its text and all of them in `details` */
export function parseCredentials(input: { email: unknown; password: unknown }): {
  email: EmailAddress;
  password: string;
} {
  const email = textOf(input.email).trim();
  const password = textOf(input.password);
  refuse([...emailFaults(email), ...passwordFaults(password)]);
  return { email: addressOf(email), password };
}

/** @throws LuitError `validation_failed` or `invalid_email` */
export function parseEmail(input: unknown): EmailAddress {
  const email = textOf(input).trim();
  refuse(emailFaults(email));
  return addressOf(email);
}

/** A password that is only looked at. @throws LuitError `validation_failed` */
export function parsePassword(input: unknown): string {
  const password = textOf(input);
  refuse(passwordFaults(password));
  return password;
}

/**
 * @param email of the account it is for
 * @throws LuitError `validation_failed` or `weak_password`
 */
export function parseNewPassword(input: unknown, email: string): string {
  const password = textOf(input);
  refuse(newPasswordFaults(password, email));
  return password;
}

/** @throws LuitError `validation_failed` */
export function parseName(input: unknown): string {
  const name = textOf(input).trim();
  refuse(nameFaults(name));
  return name;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function addressOf(email: string): EmailAddress {
  const asTyped = email.normalize('NFC');
  return { key: asTyped.toLowerCase(), asTyped };
}

function nameFaults(name: string): Fault[] {
  if (name === '') return [['name', 'validation_failed', 'Name is required']];
  if (name.length > MAX_NAME_CHARACTERS) {
    return [['name', 'validation_failed', `Name must be at most ${MAX_NAME_CHARACTERS} characters`]];
  }
  if (UNFIT_FOR_NAMES.test(name)) {
    return [['name', 'validation_failed', 'Name contains characters that cannot be used']];
  }
  return [];
}

function emailFaults(email: string): Fault[] {
  if (email === '') return [['email', 'validation_failed', 'Email is required']];
  if (email.length > MAX_EMAIL_CHARACTERS || !EMAIL.test(email)) {
    return [['email', 'invalid_email', 'Please enter a valid email address']];
  }
  return [];
}

function passwordFaults(password: string): Fault[] {
  if (password === '') return [['password', 'validation_failed', 'Password is required']];
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    return [['password', 'validation_failed', `Password must be at most ${MAX_PASSWORD_BYTES} bytes long`]];
  }
  return [];
}

function newPasswordFaults(password: string, email: string): Fault[] {
  const faults = passwordFaults(password);
  const weakness = faults.length === 0 && passwordWeakness(password, email);
  return weakness ? [['password', 'weak_password', weakness]] : faults;
}

function refuse(faults: Fault[]): void {
  const [first] = faults;
  if (!first) return;
  const [, code, message] = first;
  throw new LuitError(code, message, { details: Object.fromEntries(faults.map(([field, , text]) => [field, text])) });
}
