import { INPUT_LIMITS, REASON_MIN_LENGTH, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { day, timestamp } from '@luit/contracts/messages/fields';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { z } from 'zod';
import { toOpenApiSchema } from './api-schemas';

const NOT_A_LIST = 'This list is not valid';
const NOT_TEXT = 'This must be text';
const TOO_LONG = 'This is too long';
const NOT_A_URL = 'Enter a URL such as https://example.com/hooks';
const NOT_A_TIME = 'A time must be written as 2026-11-21T15:00:00+05:30';
const NOT_A_DAY = 'A day must be written as 2026-11-21';

const FIRST_TIME = Date.UTC(1970, 0, 1);
const END_OF_TIME = Date.UTC(10_000, 0, 1);
const MAX_OFFSET_HOURS = 14;

/** Documentation and error message of a field. An optional field may be null or absent. */
interface FieldOptions {
  message?: string;
  isOptional?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
}

interface TextOptions extends FieldOptions {
  /** 1 by default, 0 for optional fields. */
  min?: number;
  max: number;
  /** The message of a text that is too long. */
  tooLong?: string;
  pattern?: RegExp;
}

/** Lengths count characters as zod does: an emoji is one. */
export function TextField({ message, isOptional = false, max, ...options }: TextOptions) {
  const { min = isOptional ? 0 : 1, tooLong = message ?? TOO_LONG, pattern, ...docs } = options;
  return field(
    { type: String, minLength: min || undefined, maxLength: max, pattern: pattern?.source, ...docs },
    isOptional,
    [
      IsString({ message: message ?? NOT_TEXT }),
      check('minLength', message ?? NOT_TEXT, (value) => lengthOf(value) >= min),
      ...(pattern ? [Matches(pattern, { message: message ?? NOT_TEXT })] : []),
      check('maxLength', tooLong, (value) => lengthOf(value) <= max),
    ],
  );
}

interface UrlOptions extends FieldOptions {
  /** What the URL must be. */
  schema: z.ZodType<string>;
  max: number;
}

export function UrlField({ schema, max, message = NOT_A_URL, isOptional = false, ...docs }: UrlOptions) {
  return field({ type: String, format: 'uri', maxLength: max, ...docs }, isOptional, [
    check('isUrl', message, (value) => schema.safeParse(value).success),
  ]);
}

/** Why an operator acts; the audit log keeps it. */
const REASON = { max: INPUT_LIMITS.reason, description: 'Reason for the audit log' };
export const OPTIONAL_REASON = { ...REASON, min: REASON_MIN_LENGTH, isOptional: true };

export function ReasonField() {
  return TextField({ ...REASON, min: REASON_MIN_LENGTH, message: REASON_REQUIRED, tooLong: TOO_LONG });
}

/** The amount again, which an operator types to confirm a large one. */
export function ConfirmationField() {
  return TextField({
    isOptional: true,
    max: 20,
    description: 'The amount, repeated to confirm it; required above a limit from the settings',
  });
}

interface NumberOptions extends FieldOptions {
  min: number;
  max: number;
  /** Queries carry numbers as text. */
  isQuery?: boolean;
}

export function IntegerField({ message, isOptional = false, min, max, isQuery = false, ...docs }: NumberOptions) {
  return field({ type: 'integer', minimum: min, maximum: max, ...docs }, isOptional, [
    ...(isQuery ? [Type(() => Number)] : []),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  ]);
}

/** Rupees with at most two decimals. */
export function RupeesField({ message, isOptional = false, min, max, isQuery = false, ...docs }: NumberOptions) {
  return field({ type: Number, minimum: min, maximum: max, multipleOf: 0.01, ...docs }, isOptional, [
    ...(isQuery ? [Type(() => Number)] : []),
    IsNumber({ maxDecimalPlaces: 2, allowNaN: false, allowInfinity: false }, { message }),
    Min(min, { message }),
    Max(max, { message }),
  ]);
}

export function ChoiceField(
  values: readonly (string | number)[],
  { message, isOptional = false, ...docs }: FieldOptions = {},
) {
  return field({ enum: [...values], ...docs }, isOptional, [IsIn(values, { message })]);
}

interface ListOptions extends FieldOptions {
  /** What each element must be. */
  item: z.ZodType<string>;
  maxItems: number;
}

/** A list of one to `maxItems` texts. */
export function ListField({ item, maxItems, message = NOT_A_LIST, isOptional = false, ...docs }: ListOptions) {
  const list = z.array(item).min(1).max(maxItems);
  const items = toOpenApiSchema(item).schema;
  return field({ type: 'array', items, minItems: 1, maxItems, ...docs } as ApiPropertyOptions, isOptional, [
    check('isList', message, (value) => list.safeParse(value).success),
  ]);
}

/** The ids of 1 to `max` requests. */
export function RequestIdsField(max: number) {
  const message = `Choose between 1 and ${max} requests`;
  return field({ type: [String], format: 'uuid', minItems: 1, maxItems: max }, false, [
    IsUUID(undefined, { each: true, message }),
    ArrayMaxSize(max, { message }),
    ArrayMinSize(1, { message }),
    IsArray({ message }),
  ]);
}

/** An object whose fields a library checks. */
export function ObjectField({ message, isOptional = false, ...docs }: FieldOptions = {}) {
  return field({ type: 'object', additionalProperties: true, ...docs }, isOptional, [IsObject({ message })]);
}

export function BooleanField({ message, isOptional = false, ...docs }: FieldOptions = {}) {
  return field({ type: Boolean, ...docs }, isOptional, [IsBoolean({ message })]);
}

/** A calendar day such as 2026-11-21. */
export function DayField({ message = NOT_A_DAY, isOptional = false, ...docs }: FieldOptions = {}) {
  const isDay = (value: unknown) => day.safeParse(value).success && isStorableTime(`${String(value)}T00:00:00Z`);
  return field({ type: String, format: 'date', ...docs }, isOptional, [check('isDay', message, isDay)]);
}

/** An instant such as 2026-11-21T09:30:00Z or 2026-11-21T15:00:00+05:30. */
export function TimeField({ message = NOT_A_TIME, isOptional = false, ...docs }: FieldOptions = {}) {
  const isTime = (value: unknown) => timestamp.safeParse(value).success && isStorableTime(String(value));
  return field({ type: String, format: 'date-time', ...docs }, isOptional, [check('isTime', message, isTime)]);
}

export function IdField({ message, isOptional = false, ...docs }: FieldOptions = {}) {
  return field({ type: String, format: 'uuid', ...docs }, isOptional, [IsUUID(undefined, { message })]);
}

/** Validators run in the given order, and the first failed one is reported. */
function field(docs: ApiPropertyOptions, isOptional: boolean, validators: PropertyDecorator[]): PropertyDecorator {
  const isRequired = !isOptional && docs.default === undefined;
  const api = ApiProperty({ ...docs, required: isRequired } as ApiPropertyOptions);
  return applyDecorators(api, ...(isOptional ? [IsOptional()] : []), ...validators);
}

function check(name: string, message: string, isValid: (value: unknown) => boolean): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: isValid, defaultMessage: () => message } });
}

/** Postgres knows no year 0, and no offset of 16 hours or more. No clock is ahead of UTC by more than 14. */
function isStorableTime(text: string): boolean {
  const at = Date.parse(text);
  const [, hours = '0'] = /[+-](\d\d):\d\d$/.exec(text) ?? [];
  return at >= FIRST_TIME && at < END_OF_TIME && Number(hours) <= MAX_OFFSET_HOURS;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? characterCount(value) : 0;
}
