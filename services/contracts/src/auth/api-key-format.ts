import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `luit_live_` or `luit_test_`, 256 random bits in base 62 and their checksum. Secret scanners search for this pattern. */
const API_KEY = /^(luit_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
/** The same for the tokens of runners. */
const RUNNER_TOKEN = /^(luit_runner_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62 ** 43 > 2 ** 256. */
const SECRET_DIGITS = 43;
/** 62 ** 6 > 2 ** 32. */
const CHECKSUM_DIGITS = 6;

/** Returns true if a credential looks like an API key, valid or not. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith('luit_');
}

/** Returns true for a well-formed key with a correct checksum. Every issued key passes. */
export function isApiKey(text: string): boolean {
  return hasChecksum(API_KEY, text);
}

/** The same for the token of a runner. */
export function isRunnerToken(text: string): boolean {
  return hasChecksum(RUNNER_TOKEN, text);
}

function hasChecksum(pattern: RegExp, text: string): boolean {
  const [, body, checksum] = pattern.exec(text) ?? [];
  return body !== undefined && checksum === checksumOf(body);
}

export function newApiKey(mode: 'live' | 'test' | 'runner'): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const body = `luit_${mode}_${inBase62(secret, SECRET_DIGITS)}`;
  return body + checksumOf(body);
}

/** How a key is stored and searched, hexadecimal. It has 256 random bits, so it needs no salt and no slow hash. */
export function hashOfApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** CRC-32 of everything before it, so that a scanner recognizes a key without asking anyone. */
function checksumOf(body: string): string {
  return inBase62(BigInt(crc32(body)), CHECKSUM_DIGITS);
}

function inBase62(number: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let text = '';
  for (let rest = number; text.length < length; rest /= base) text = DIGITS[Number(rest % base)]! + text;
  return text;
}
