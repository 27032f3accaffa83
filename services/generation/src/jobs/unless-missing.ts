import { LuitError } from '@luit/contracts/errors';

/** A queue entry whose row is gone leads to nothing; it must not come again for ever. */
export async function unlessMissing<T>(work: Promise<T>, nothing: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LuitError && error.code === 'not_found') return nothing;
    throw error;
  }
}
