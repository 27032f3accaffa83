import { WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT } from '@luit/contracts/auth/webhook-limits';
import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** The subject of an event, by the beginning of its name. */
const DATA: Record<string, { summary: string; schema: Schema }> = {
  'video.': { summary: 'A video has changed', schema: { $ref: '#/components/schemas/Video' } },
  'image.': { summary: 'An image has changed', schema: { $ref: '#/components/schemas/Image' } },
  'restoration.': { summary: 'A restoration has changed', schema: { $ref: '#/components/schemas/Restoration' } },
  'credits.low': {
    summary: 'The balance does not cover another request like the latest one',
    schema: objectOf({
      object: { type: 'string', enum: ['balance'] },
      available: { type: 'number' },
      last_request_credits: { type: 'number' },
    }),
  },
  'key.budget_exhausted': {
    summary: 'The budget of an API key is used up, or did not cover a request',
    schema: objectOf({
      id: { type: 'string', format: 'uuid' },
      object: { type: 'string', enum: ['api_key'] },
      name: { type: 'string' },
      test: { type: 'boolean' },
      period: { type: 'string', enum: ['month', 'total'] },
      budget: objectOf({
        monthly_credits: { type: ['integer', 'null'] } as unknown as Schema,
        total_credits: { type: ['integer', 'null'] } as unknown as Schema,
        used_this_month: { type: 'number' },
        used: { type: 'number' },
        resets_at: { type: 'string', format: 'date-time' },
      }),
    }),
  },
  'model.deprecated': {
    summary: 'A model will retire, or its last day or its replacement has changed',
    schema: objectOf({
      id: { type: 'string' },
      object: { type: 'string', enum: ['model'] },
      name: { type: 'string' },
      deprecated_at: { type: 'string', format: 'date-time' },
      ends_at: { type: 'string', format: 'date-time' },
      replacement: { type: ['string', 'null'] } as unknown as Schema,
    }),
  },
  [WEBHOOK_TEST_EVENT]: {
    summary: 'The owner of an endpoint, or a program, asked for a test',
    schema: objectOf({ endpoint_id: { type: 'string', format: 'uuid' } }),
  },
};

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
});
const PARAMETERS = [
  header('webhook-id', 'Id of the delivery, the same at each attempt and replay'),
  header('webhook-timestamp', 'When this attempt was sent, Unix seconds'),
  header(
    'webhook-signature',
    '`v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated',
  ),
];

/** The requests that Luit sends to webhook endpoints (OpenAPI 3.1, `webhooks`), by the name of their event. */
export function publicApiWebhooks(): Record<string, unknown> {
  return Object.fromEntries(
    [...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT].map((event) => [event, { post: operationOf(event) }]),
  );
}

function operationOf(event: string): object {
  const [, data] = Object.entries(DATA).find(([beginning]) => event.startsWith(beginning)) ?? [];
  if (!data) throw new Error(`The event ${event} has no description`);
  const properties: Record<string, Schema> = {
    type: { type: 'string', enum: [event] },
    timestamp: { type: 'string', format: 'date-time' },
    data: data.schema,
  };
  return {
    operationId: `webhook_${event.replaceAll('.', '_')}`,
    tags: ['public api'],
    summary: data.summary,
    description: `The event \`${event}\`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.`,
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema: objectOf(properties) } } },
    responses: { '2XX': { description: 'The event was received' }, '410': { description: 'Turns the endpoint off' } },
  };
}

function objectOf(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
