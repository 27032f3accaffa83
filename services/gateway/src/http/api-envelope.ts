import type { OpenAPIObject } from '@nestjs/swagger';
import { DATA_ENVELOPE_EXTENSION } from './envelope.interceptor';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type SchemaObject = Exclude<Schema, { $ref: string }>;
type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;
type ResponseObject = Exclude<OperationObject['responses'][string], { $ref: string } | undefined>;

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
const SUCCESS: SchemaObject = { type: 'boolean', enum: [true] };

/** Adds to each JSON response what `EnvelopeInterceptor` adds. */
export function addEnvelopes(document: OpenAPIObject, schemas: Schemas): void {
  for (const operation of operationsOf(document)) {
    const hasData = DATA_ENVELOPE_EXTENSION in operation;
    for (const response of Object.values(operation.responses) as ResponseObject[]) {
      const json = response.content?.['application/json'];
      if (json?.schema) json.schema = hasData ? dataEnvelope(operation, json.schema, schemas) : envelope(json.schema);
    }
    Reflect.deleteProperty(operation, DATA_ENVELOPE_EXTENSION);
  }
}

/** Declares the same body for the failures of all operations. */
export function addFailures(document: OpenAPIObject): void {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  const retryAfter = (reason: string) => ({
    'Retry-After': { description: `Seconds to wait; sent with ${reason}`, schema: { type: 'integer' as const } },
  });
  document.components!.responses = {
    ClientError: { description: 'The request was refused', headers: retryAfter('429'), content },
    ServerError: { description: 'The request could not be handled right now', headers: retryAfter('503'), content },
  };
  for (const { responses } of operationsOf(document)) {
    responses['4XX'] = { $ref: '#/components/responses/ClientError' };
    responses['5XX'] = { $ref: '#/components/responses/ServerError' };
  }
}

function operationsOf({ paths }: OpenAPIObject): OperationObject[] {
  return Object.values(paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
}

function envelope(schema: Schema): Schema {
  if ('$ref' in schema) return { allOf: [schema, withSuccess({})] };
  if (!schema.properties) return { allOf: [schema, withSuccess({})] };
  const { properties, required = [], ...rest } = schema;
  return { ...rest, properties: { success: SUCCESS, ...properties }, required: ['success', ...required] };
}

/** The fields get a name, because they occur twice. */
function dataEnvelope({ operationId }: OperationObject, schema: Schema, schemas: Schemas): Schema {
  const name = `${operationId}_data`;
  const isNamed = '$ref' in schema;
  if (!isNamed) schemas[name] = schema;
  const fields = isNamed ? schema : { $ref: `#/components/schemas/${name}` };
  return { allOf: [fields, withSuccess({ message: { type: 'string' }, data: fields }, ['data'])] };
}

function withSuccess(properties: Record<string, Schema>, required: string[] = []): SchemaObject {
  return { type: 'object', properties: { success: SUCCESS, ...properties }, required: ['success', ...required] };
}
