import { LuitError } from '@luit/contracts/errors';
import type { FastifyRequest } from 'fastify';

/** @throws LuitError `validation_failed` unless the header is a number of bytes */
export function byteCount(
  { headers }: FastifyRequest,
  name: 'upload-length' | 'upload-offset' | 'content-length',
): number {
  const value = headers[name];
  if (typeof value === 'string' && /^\d{1,12}$/.test(value)) return Number(value);
  throw new LuitError('validation_failed', `The header ${name} must be a number of bytes.`);
}

/** Tells the client where to continue. */
export function wrongOffset(what: 'upload' | 'output', offset: number): LuitError {
  return new LuitError('conflict', `The ${what} continues at byte ${offset}.`, { details: { offset } });
}
