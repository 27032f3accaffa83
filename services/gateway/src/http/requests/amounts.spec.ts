import { LuitError } from '@luit/contracts/errors';
import type { Type } from '@nestjs/common';
import fc from 'fast-check';
import { ImageVideoDto, RestoreDto } from '../../creations/requests/image-forms.dto';
import { NewVideoDto } from '../../public-api/videos/videos.dto';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { fieldsOf, inputsOf } from '../../test/test-routes';
import { validationPipe } from './validation.pipe';

const TINY = [1e-7, -1e-9, 5e-324];
/** Any number, and values that other languages or spreadsheets write for numbers. */
const anyNumber = fc.oneof(
  fc.constantFrom<unknown>(
    ...TINY,
    1e21,
    1e300,
    -0,
    0.5,
    '1e-7',
    '5e-324',
    '1e2',
    '0x10',
    ' 1',
    '1,000',
    '',
    [1],
    {},
    true,
  ),
  fc.double(),
  fc.double({ min: 0, max: 1e-6 }),
);

const FORMS: Type<object>[] = [ImageVideoDto, RestoreDto, NewVideoDto];

const typeOf = (type: Type<object>, field: string) =>
  (Reflect.getMetadata('swagger/apiModelProperties', type.prototype as object, field) as { type?: string }).type ?? '';

describe('numbers of requests', () => {
  const pipe = validationPipe();
  let gateway: GatewayTestApp;
  let numbers: { type: Type<object>; field: string }[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    numbers = [...inputsOf(gateway), ...FORMS].flatMap((type) =>
      fieldsOf(type)
        .filter((field) => ['integer', 'number'].includes(typeOf(type, field)))
        .map((field) => ({ type, field })),
    );
  });
  afterAll(() => gateway.close());

  const refusal = (metatype: Type<object>, field: string, value: unknown): Promise<unknown> =>
    pipe.transform({ [field]: value }, { type: 'body', metatype }).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are found', () => {
    expect(numbers.map(({ type, field }) => `${type.name}.${field}`)).toEqual(
      expect.arrayContaining(['CreditsDto.credits', 'UsersQuery.limit', 'RefundDto.amount', 'ImageVideoDto.seed']),
    );
  });

  it('are accepted or refused with 400, whatever number it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyNumber, async (value) => {
        for (const { type, field } of numbers) {
          const error = await refusal(type, field, value);
          if (error !== undefined) expect(error).toBeInstanceOf(LuitError);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are not tiny', async () => {
    for (const { type, field } of numbers) {
      for (const value of TINY) {
        const error = await refusal(type, field, value);
        expect({ name: `${type.name}.${field}`, error }).toHaveProperty(`error.details.${field}`);
      }
    }
  });
});
