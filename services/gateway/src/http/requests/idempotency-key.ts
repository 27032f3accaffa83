import { LuitError } from '@luit/contracts/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

const MAX_LENGTH = 64;

/** @throws LuitError `validation_failed` if the key is too long or not printable */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || key.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    const text = `Idempotency-Key must be at most ${MAX_LENGTH} printable characters.`;
    throw new LuitError('validation_failed', text, { details: { 'Idempotency-Key': text } });
  }
  return key;
}

const document = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description: 'Repeating a key with the same input returns the first result; with different input, it is refused.',
  schema: { type: 'string', maxLength: MAX_LENGTH, pattern: '^[\\x21-\\x7e]+$' },
});

/** Injects the `Idempotency-Key` header. Repeating a request with the same key returns the first result. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) => idempotencyKeyOf(context.switchToHttp().getRequest<FastifyRequest>()),
  [
    (target, key = '') => {
      const method = Object.getOwnPropertyDescriptor(target, key);
      if (method) document(target, key, method);
    },
  ],
);
