import { LuitError } from '@luit/contracts/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export const PROVIDER_KEY_HEADER = 'x-provider-key';

/**
 * Injects the user's own API key of the prediction service. It is never stored or logged.
 *
 * @throws LuitError `validation_failed` if it is missing
 */
export const ProviderKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const key = context.switchToHttp().getRequest<FastifyRequest>().headers[PROVIDER_KEY_HEADER];
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const text = 'Please enter your API key';
  throw new LuitError('validation_failed', text, { details: { [PROVIDER_KEY_HEADER]: text } });
});
