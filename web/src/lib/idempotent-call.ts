import { ApiError } from './api-error';

/** A random id; `crypto.randomUUID` alone would be missing on plain http outside localhost. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One idempotency key per intent: the same key for the same input until there is a definite answer, so that a lost
 * answer never buys twice. Other input, or an answer, begins a new intent.
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
