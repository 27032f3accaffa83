import { LuitError } from '@luit/contracts/errors';
import { optional } from '@luit/contracts/messages/fields';
import { idPageQuery, queryInteger, textBoolean } from '@luit/contracts/messages/query-fields';
import { nameText } from '@luit/contracts/messages/name-text';
import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { dtoOf } from './dto';
import { validationPipe } from './validation.pipe';

const address = z.object(
  { city: z.string('Enter a city').min(1, 'Enter a city'), zip: z.int().nullable() },
  'No address',
);

class OrderDto extends dtoOf(
  z.object({
    name: nameText(5, { required: 'Enter a name', tooLong: 'Too long a name' }).meta({ example: 'Asha' }),
    count: z.int().min(1).max(9),
    id: optional(z.uuid()),
    kind: optional(z.enum(['a', 'b'], 'Choose a kind')),
    size: z.enum(['s', 'm']).default('m').describe('How large'),
    address: address.nullish(),
    tags: optional(z.array(z.string('Not a tag').max(3, 'Long tag')).max(2)),
    isOpen: z.boolean().nullish(),
    pairs: optional(z.record(z.string(), z.string())),
  }),
) {}

class OrdersQuery extends dtoOf(
  idPageQuery.extend({ page: queryInteger(z.int().min(0).max(7)), open: textBoolean(optional(z.boolean())) }),
) {}

const VALID = { name: 'Asha', count: 1 };

async function read(
  fields: object,
  { type = OrderDto as typeof OrderDto | typeof OrdersQuery, isStrict = false } = {},
) {
  return (await validationPipe({ isStrict }).transform(fields, { type: 'body', metatype: type })) as OrderDto;
}

async function refused(fields: object, options?: Parameters<typeof read>[1]): Promise<unknown> {
  const error = await read(fields, options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LuitError);
  return (error as LuitError).details;
}

describe('a class made from a schema', () => {
  it('has the types of the schema', () => {
    const dto: { name: string; size: 's' | 'm'; id?: string; address?: { zip: number | null } | null } = new OrderDto();
    expect(dto.size).toBe('m');
    const types: unknown = Reflect.getMetadata('design:paramtypes', Routes.prototype, 'create');
    expect(types).toEqual([OrderDto]);
  });

  it('parses fields, and adds defaults', async () => {
    const dto = await read({ ...VALID, name: '  Asha ', id: null, address: { city: 'x', zip: null, street: 'y' } });
    expect(dto).toBeInstanceOf(OrderDto);
    expect({ ...dto }).toEqual({ name: 'Asha', count: 1, id: undefined, size: 'm', address: { city: 'x', zip: null } });
    expect((await read({ ...VALID, address: null })).address).toBeNull();
  });

  it('reads objects without a class, as queries have them', async () => {
    const pairs: unknown = Object.assign(Object.create(null) as object, { a: 'b' });
    expect((await read({ ...VALID, pairs })).pairs).toEqual({ a: 'b' });
  });

  it('drops other fields, or refuses them', async () => {
    expect({ ...(await read({ ...VALID, other: 1 })) }).not.toHaveProperty('other');
    expect(await refused({ ...VALID, other: 1 }, { isStrict: true })).toEqual({ other: 'This field does not exist' });
  });

  it('reports every field in the words of its schema', async () => {
    expect(await refused({ kind: 'c', address: 1, tags: ['long'] })).toEqual({
      name: 'Enter a name',
      count: 'count must be an integer number',
      kind: 'Choose a kind',
      address: 'No address',
      tags: 'Long tag',
    });
    expect(await refused({ ...VALID, name: 'abcdef' })).toEqual({ name: 'Too long a name' });
    expect(await refused({ ...VALID, address: { city: '', zip: 1 } })).toEqual({ address: 'Enter a city' });
  });

  it.each([
    [{ count: 0 }, 'count must not be less than 1'],
    [{ count: 10 }, 'count must not be greater than 9'],
    [{ count: 1.5 }, 'count must be an integer number'],
    [{ id: '1' }, 'id must be a UUID'],
    [{ size: 'l' }, 'size must be one of the following values: s, m'],
    [{ tags: 'a' }, 'This list is not valid'],
    [{ tags: ['a', 'b', 'c'] }, 'This list is not valid'],
    [{ address: { city: 'x', zip: 'y' } }, 'zip must be an integer number'],
  ])('has words of its own for %j', async (fields, message) => {
    expect(await refused({ ...VALID, ...fields })).toEqual({ [Object.keys(fields)[0]!]: message });
  });

  it('reads the texts of queries', async () => {
    const query = (fields: object) => read(fields, { type: OrdersQuery });
    expect({ ...(await query({ page: '7', open: 'true', limit: '5' })) }).toEqual({ page: 7, open: true, limit: 5 });
    expect({ ...(await query({ page: '0' })) }).toEqual({ page: 0, limit: 20 });
    for (const page of ['8', '-1', '1.5', 'x', ['1', '2'], undefined]) {
      expect(await refused({ page }, { type: OrdersQuery })).toHaveProperty('page');
    }
  });

  it('is documented', async () => {
    const { paths, components } = await documented();
    expect(paths['/']?.get?.parameters).toEqual([
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      {
        name: 'cursor',
        in: 'query',
        required: false,
        description: 'Id of the last item of the previous page',
        schema: { type: 'string', format: 'uuid' },
      },
      { name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 0, maximum: 7 } },
      { name: 'open', in: 'query', required: false, schema: { type: 'boolean' } },
    ]);
    expect(components?.schemas).toEqual({
      OrderDto: {
        type: 'object',
        required: ['name', 'count'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 5, example: 'Asha' },
          count: { type: 'integer', minimum: 1, maximum: 9 },
          id: { type: 'string', format: 'uuid' },
          kind: { type: 'string', enum: ['a', 'b'] },
          size: { type: 'string', enum: ['s', 'm'], default: 'm', description: 'How large' },
          address: {
            anyOf: [
              {
                type: 'object',
                properties: {
                  city: { type: 'string', minLength: 1 },
                  zip: { type: ['integer', 'null'] },
                },
                required: ['city', 'zip'],
              },
              { type: 'null' },
            ],
          },
          tags: { type: 'array', items: { type: 'string', maxLength: 3 }, maxItems: 2 },
          isOpen: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
          pairs: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    });
  });
});

@Controller()
class Routes {
  @Post()
  create(@Body() body: OrderDto): OrderDto {
    return body;
  }

  @Get()
  list(@Query() query: OrdersQuery): OrdersQuery {
    return query;
  }
}

@Module({ controllers: [Routes] })
class RoutesModule {}

async function documented() {
  const app = await NestFactory.create(RoutesModule, new FastifyAdapter(), { logger: false, preview: true });
  return SwaggerModule.createDocument(app, new DocumentBuilder().build());
}
