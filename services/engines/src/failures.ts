import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { z } from 'zod';
import { ProviderReadError } from './engine';

const MAX_MESSAGE_LENGTH = 500;

export const UNDOCUMENTED_RESPONSE = 'The response does not match the provider’s documentation';

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function failure(kind: ProviderFailure['kind'], code: string, message: string): ProviderFailure {
  return { kind, code, message: message.slice(0, MAX_MESSAGE_LENGTH) };
}

export function readError(code: string, message: string, afterMs?: number): ProviderReadError {
  return new ProviderReadError(failure('provider', code, message), afterMs);
}

/** @throws ProviderReadError if the response does not match the schema */
export function parseResponse<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw readError('garbage', UNDOCUMENTED_RESPONSE);
  return parsed.data;
}

/** Some models refuse every photo of a real person; this recognizes a vendor's message about it. */
export function isAboutRealPersons(message: string): boolean {
  return /real person|privacy/i.test(message);
}
