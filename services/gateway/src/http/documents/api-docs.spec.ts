import { RequestMethod } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { buildApiDocument } from './api-document';

const SOURCES = resolve(__dirname, '..', '..');
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Routes of all controllers, for example `get /api/requests/{id}`. */
function controllerRoutes(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.controller.ts')).flatMap((file) => routesOf(resolve(SOURCES, file)));
}

function routesOf(file: string): string[] {
  const exported = Object.values(jest.requireActual<Record<string, unknown>>(file));
  const controllers = exported.filter((value) => typeof value === 'function' && Reflect.hasMetadata('path', value));
  return (controllers as (new () => object)[]).flatMap((controller) => {
    const base = Reflect.getMetadata('path', controller) as string;
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method = Reflect.getMetadata('method', prototype[name] as object) as RequestMethod | undefined;
      if (method === undefined) return [];
      const path = `/${base}/${Reflect.getMetadata('path', prototype[name] as object)}`.replace(/\/+$/, '');
      return [`${RequestMethod[method].toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')}`];
    });
  });
}

function operationsOf({ paths }: OpenAPIObject): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [[`${method} ${path}`, item[method]] as [string, Operation]] : [])),
  );
}

function hasSuccess({ responses }: Operation): boolean {
  return Object.entries(responses).some(
    ([status, response]) => status.startsWith('2') && (status === '204' || (response && 'content' in response)),
  );
}

describe('the OpenAPI document', () => {
  let document: OpenAPIObject;

  beforeAll(async () => {
    document = await buildApiDocument();
  });

  it('describes every route of every controller', () => {
    const documented = operationsOf(document).map(([route]) => route);
    expect(documented.sort()).toEqual(controllerRoutes().sort());
  });

  it('gives every operation a summary, one tag with a description, a successful response and the failures', () => {
    const tags = new Set(document.tags?.map(({ name }) => name));
    const incomplete = operationsOf(document).filter(
      ([, operation]) =>
        !operation.summary ||
        operation.tags?.length !== 1 ||
        !operation.tags.every((tag) => tags.has(tag)) ||
        !hasSuccess(operation) ||
        !('4XX' in operation.responses) ||
        !('5XX' in operation.responses),
    );
    expect(incomplete.map(([route]) => route)).toEqual([]);
  });

  it('adds the envelope to responses, and `data` to those of credits and operators', () => {
    expect(document.paths['/api/requests/{id}']?.get?.responses['200']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            required: ['success', 'request'],
            properties: { success: { enum: [true] }, request: { $ref: '#/components/schemas/Request' } },
          },
        },
      },
    });
    expect(JSON.stringify(document.paths['/api/credits/balance']?.get?.responses['200'])).toContain(
      '"data":{"$ref":"#/components/schemas/Balance"}',
    );
  });

  it('documents the idempotency key of the routes that read it', () => {
    const routes = operationsOf(document).filter(([, { parameters = [] }]) =>
      parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key'),
    );
    expect(routes.map(([route]) => route)).toEqual(
      expect.arrayContaining(['post /api/generate', 'post /api/contact', 'post /api/payments/order']),
    );
  });

  describe('of a running gateway', () => {
    let gateway: GatewayTestApp;

    beforeAll(async () => {
      gateway = await startGatewayTestApp();
    });
    afterAll(() => gateway.close());

    it('is the same', async () => {
      const { body } = await request(gateway.url).get('/api/openapi.json').expect(200);
      expect(body).toEqual(JSON.parse(JSON.stringify(document)));
    });
  });
});
