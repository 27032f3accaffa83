import { ApiError } from './api-error';

/** A random id. `crypto.randomUUID` is unavailable on plain HTTP outside localhost. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends the same idempotency key for the same input until the server gives a definite answer, so that a lost response never
 * causes a second charge. Different input or a definite answer starts over with a new key.
 */
export class IdempotentCall {
  private pending: { key: string; input: string } | null = null;

  async run<T>(input: unknown, task: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(input);
    if (this.pending?.input !== text) this.pending = { key: randomId(), input: text };
    const { key } = this.pending;
    try {
      const result = await task(key);
      this.pending = null;
      return result;
    } catch (cause) {
      if (cause instanceof ApiError && cause.isDefinite) this.pending = null;
      throw cause;
    }
  }
}
