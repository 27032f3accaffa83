import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ID, type Pair } from '../test/dto-schema-pair';
import { EMPTY_IS_ABSENT, PAIRS, stricterFields, WITHOUT_SCHEMA } from '../test/dto-schema-pairs';

interface Bounds {
  type?: unknown;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Bounds[];
}

/** Values at and beyond each bound, and of every other type. */
function boundaryValues({ enum: values = [], minLength, maxLength, minimum, maximum, anyOf = [] }: Bounds): unknown[] {
  const lengths = [minLength, maxLength].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]));
  const numbers = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]));
  return [
    ...['', 'a', 'other', ID, '5', '2026-02-28', '2026-02-30', 0, 1, -1, 1.5, 0.001, 5, 7, NaN, true, [], {}, [1]],
    ...values,
    ...lengths.filter((length) => length >= 0).flatMap((length) => ['a'.repeat(length), '\u{1F30A}'.repeat(length)]),
    ...numbers.flatMap((number) => [number, number + 0.5]),
    ...anyOf.flatMap(boundaryValues),
  ];
}

function isAcceptedByDto({ dto, valid }: Pair, field: string, value: unknown): boolean {
  const errors = validateSync(plainToInstance(dto, { ...valid, [field]: value }), { whitelist: true });
  return errors.length === 0;
}

/** Maps the fields as the gateway does, after class-transformer has parsed them. */
function isAcceptedBySchema(
  { dto, schema, valid, added, renamed = {}, converted = {}, edgeOnly = [] }: Pair,
  field: string,
  value: unknown,
) {
  const input = plainToInstance(dto, { ...valid, [field]: value }) as Record<string, unknown>;
  const names = Object.keys(valid).filter((name) => !edgeOnly.includes(name));
  const convert = (name: string) => converted[name]?.(input[name]) ?? input[name];
  const mapped = Object.fromEntries(names.map((name) => [renamed[name] ?? name, convert(name)]));
  return schema.safeParse({ ...added, ...mapped }).success;
}

function fieldsOf(dto: Type<object>): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', dto.prototype as object) as string[];
  return [...new Set(names.map((name) => name.slice(1)))];
}

function documentedBounds(dto: Type<object>, field: string): Bounds {
  return (Reflect.getMetadata('swagger/apiModelProperties', dto.prototype as object, field) ?? {}) as Bounds;
}

function schemaFields(schema: z.ZodType): Record<string, Bounds> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (json.properties ?? {}) as Record<string, Bounds>;
}

describe.each(PAIRS.map((pair) => [pair.dto.name, pair] as const))('%s and its schema', (name, pair) => {
  const { dto, schema, valid, added = {}, renamed = {}, edgeOnly = [] } = pair;

  it('have the same fields', () => {
    expect(fieldsOf(dto).sort()).toEqual([...Object.keys(valid), ...edgeOnly].filter(unique).sort());
    const sent = Object.keys(valid)
      .filter((field) => !edgeOnly.includes(field))
      .map((field) => renamed[field] ?? field);
    const expected = Object.keys(schemaFields(schema)).filter((field) => sent.includes(field) || !(field in added));
    expect(expected.sort()).toEqual(sent.sort());
  });

  const compared = fieldsOf(dto).filter((field) => !edgeOnly.includes(field));
  it.each(compared)('have the same bounds of %s', (field) => {
    const bounds = schemaFields(schema)[renamed[field] ?? field] ?? {};
    const values = [...boundaryValues(bounds), ...boundaryValues(documentedBounds(dto, field))].filter(
      (value) => value !== '' || !EMPTY_IS_ABSENT.includes(`${name}.${field}`),
    );
    const looser = values.filter(
      (value) => isAcceptedByDto(pair, field, value) && !isAcceptedBySchema(pair, field, value),
    );
    const stricter = values.filter(
      (value) => !isAcceptedByDto(pair, field, value) && isAcceptedBySchema(pair, field, value),
    );
    expect(looser).toEqual([]);
    if (stricterFields.includes(`${name}.${field}`)) expect(stricter).not.toEqual([]);
    else expect(stricter).toEqual([]);
  });
});

describe('the comparison of DTOs and schemas', () => {
  it('covers every DTO', () => {
    const files = readdirSync(resolve(__dirname, '..'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.dto.ts'),
    );
    const exported = files.flatMap((file) => {
      const module = jest.requireActual<Record<string, unknown>>(resolve(__dirname, '..', file));
      return Object.entries(module).filter(([, value]) => typeof value === 'function');
    });
    const covered = [...PAIRS.map(({ dto }) => dto.name), ...Object.keys(WITHOUT_SCHEMA)];
    expect(exported.map(([name]) => name).sort()).toEqual(covered.sort());
  });

  it.each(PAIRS.map((pair) => [pair.dto.name, pair] as const))('starts from a valid %s', (_name, pair) => {
    const [field = ''] = Object.keys(pair.valid);
    expect(isAcceptedByDto(pair, field, pair.valid[field])).toBe(true);
    expect(isAcceptedBySchema(pair, field, pair.valid[field])).toBe(true);
  });
});

function unique(value: string, at: number, all: string[]): boolean {
  return all.indexOf(value) === at;
}
