import { LuitError } from '@luit/contracts/errors';
import { ValidationPipe, type ValidationError } from '@nestjs/common';

const UNKNOWN_FIELD = 'This field does not exist';

/**
 * Reports each invalid field of a body or query: `details: {field: message}`.
 *
 * @param isStrict refuses undeclared fields, which are stripped otherwise
 */
export function validationPipe({ isStrict = false } = {}): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: isStrict,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const details = Object.fromEntries(errors.map((error) => [error.property, messageOf(error)]));
      return new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid.', { details });
    },
  });
}

function messageOf(error: ValidationError): string {
  const { whitelistValidation: unknown, ...others } = error.constraints ?? {};
  const own = Object.values(others)[0] ?? (unknown && UNKNOWN_FIELD);
  return own ?? (error.children?.[0] ? messageOf(error.children[0]) : 'is not valid');
}

/** @throws LuitError `validation_failed` for the names that are not known */
export function assertKnownFields(names: string[], known: ReadonlySet<string>): void {
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new LuitError('validation_failed', UNKNOWN_FIELD, {
    details: Object.fromEntries(unknown.map((name) => [name, UNKNOWN_FIELD])),
  });
}
