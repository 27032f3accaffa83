import type { OpenAPIObject } from '@nestjs/swagger';
import { DATA_ENVELOPE_EXTENSION } from './envelope.interceptor';
import { isPublicApi } from './problem-details';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type SchemaObject = Exclude<Schema, { $ref: string }>;
type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;
type ResponseObject = Exclude<OperationObject['responses'][string], { $ref: string } | undefined>;

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
const SUCCESS: SchemaObject = { type: 'boolean', enum: [true] };

/** Adds to each JSON response what `EnvelopeInterceptor` adds. Responses of the public API have no envelope. */
export function addEnvelopes(document: OpenAPIObject, schemas: Schemas): void {
  for (const [path, operation] of operationsOf(document)) {
    if (isPublicApi(path)) continue;
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
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const refused = { description: 'The request was refused', headers: retryAfter('429') };
  const failed = { description: 'The request could not be handled right now', headers: retryAfter('503') };
  document.components!.responses = {
    ClientError: { ...refused, content },
    ServerError: { ...failed, content },
    ClientProblem: { ...refused, content: problem },
    ServerProblem: { ...failed, content: problem },
  };
  for (const [path, { responses }] of operationsOf(document)) {
    const kind = isPublicApi(path) ? 'Problem' : 'Error';
    responses['4XX'] = { $ref: `#/components/responses/Client${kind}` };
    responses['5XX'] = { $ref: `#/components/responses/Server${kind}` };
  }
}

function operationsOf({ paths }: OpenAPIObject): [path: string, OperationObject][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [[path, item[method]] as [string, OperationObject]] : [])),
  );
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
