import { LuitError } from '@luit/contracts/errors';

/** Resolves to `fallback` if the row no longer exists, so that its queue entry completes instead of retrying forever. */
export async function unlessMissing<T>(work: Promise<T>, fallback: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LuitError && error.code === 'not_found') return fallback;
    throw error;
  }
}
