import { LuitError } from '@luit/contracts/errors';
import { ValidationPipe, type ValidationError } from '@nestjs/common';

/** Strips undeclared fields of a body or query and reports each invalid one: `details: {field: message}`. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const details = Object.fromEntries(errors.map((error) => [error.property, messageOf(error)]));
      return new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid.', { details });
    },
  });
}

function messageOf(error: ValidationError): string {
  const own = Object.values(error.constraints ?? {})[0];
  return own ?? (error.children?.[0] ? messageOf(error.children[0]) : 'is not valid');
}
