import { LuitError } from '@luit/contracts/errors';
import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { fieldsOf } from './dto';

const UNKNOWN_FIELD = 'This field does not exist';

/**
 * Parses the fields of a class that was made by `dtoOf`.
 *
 * @param options `isStrict` refuses fields that the schema does not have; otherwise they are dropped
 * @throws LuitError `validation_failed` with `details: {field: message}`
 */
export function readFields<Input extends object>(type: Type<Input>, value: unknown, { isStrict = false } = {}): Input {
  const fields = fieldsOf(type) ?? new Map<string, never>();
  const sent = value ?? {};
  if (!isFields(sent)) throw new LuitError('validation_failed', 'The request is not valid.');
  if (isStrict) assertKnownFields(Object.keys(sent), fields);
  const parsed: Record<string, unknown> = {};
  const details: Record<string, string> = {};
  for (const [name, parse] of fields) {
    const { data, error } = parse(Object.hasOwn(sent, name) ? sent[name] : undefined);
    if (error) details[name] = error.issues[0]!.message;
    else if (data !== undefined) parsed[name] = data;
  }
  const [first] = Object.values(details);
  if (first !== undefined) throw new LuitError('validation_failed', first, { details });
  return parsed as Input;
}

/** Parses the bodies and the queries of all routes whose parameters have a class that was made by `dtoOf`. */
@Injectable()
export class FieldsPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    return metatype && fieldsOf(metatype) ? readFields(metatype as Type<object>, value) : value;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws LuitError `validation_failed` for the names that are not known */
export function assertKnownFields(names: string[], known: { has(name: string): boolean }): void {
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new LuitError('validation_failed', UNKNOWN_FIELD, {
    details: Object.fromEntries(unknown.map((name) => [name, UNKNOWN_FIELD])),
  });
}
