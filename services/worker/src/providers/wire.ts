import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { z } from 'zod';
import { ProviderUnreadableError } from './provider';

const MAX_WORDS = 500;

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function fail(kind: ProviderFailure['kind'], code: string, message: string): ProviderFailure {
  return { kind, code, message: message.slice(0, MAX_WORDS) };
}

export function unreadable(code: string, message: string, afterMs?: number): ProviderUnreadableError {
  return new ProviderUnreadableError(fail('provider', code, message), afterMs);
}

/** @throws ProviderUnreadableError where the answer is not what the vendor documents */
export function parseAnswer<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw unreadable('garbage', 'The answer is not what the provider documents');
  return parsed.data;
}

/** A vendor's words for a picture of somebody real: refused by some models whatever is asked for. */
export function isAboutRealPersons(words: string): boolean {
  return /real person|privacy/i.test(words);
}
