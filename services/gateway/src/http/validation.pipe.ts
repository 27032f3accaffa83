import { LuitError } from '@luit/contracts/errors';
import { ValidationPipe, type ValidationError } from '@nestjs/common';

/** Keeps the declared fields of a body or query, and names each one at fault: `details: {field: text}`. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const details = Object.fromEntries(errors.map((error) => [error.property, textOf(error)]));
      return new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid.', { details });
    },
  });
}

function textOf(error: ValidationError): string {
  const own = Object.values(error.constraints ?? {})[0];
  return own ?? (error.children?.[0] ? textOf(error.children[0]) : 'is not valid');
}
