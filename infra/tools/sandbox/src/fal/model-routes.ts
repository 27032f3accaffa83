import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publishedInput } from '../schemas/published-input';
import { type Endpoint, ENDPOINTS } from './endpoints';
import { FalPlatformError } from './platform-error';
import { MAX_ENDPOINTS, pageCursor, pageOf, texts } from './platform-query';

const PUBLISHED_AT = '2026-04-14T00:00:00Z';
const OUTPUTS = {
  video: {
    type: 'object',
    properties: { video: { $ref: '#/components/schemas/File' }, seed: { type: 'integer' } },
    required: ['video', 'seed'],
  },
  image: {
    type: 'object',
    properties: { images: { type: 'array', items: { $ref: '#/components/schemas/File' } }, seed: { type: 'integer' } },
    required: ['images', 'seed'],
  },
};
const FILE = {
  type: 'object',
  properties: { url: { type: 'string' }, content_type: { type: 'string' } },
  required: ['url'],
};

const query = z.object({
  endpoint_id: texts.optional(),
  q: z.string().optional(),
  category: z.string().optional(),
  expand: texts.default([]),
  cursor: pageCursor,
  limit: z.coerce.number().int().min(1).max(MAX_ENDPOINTS).default(MAX_ENDPOINTS),
});

/**
 * `GET /models?endpoint_id=…&expand=openapi-3.0` of the platform API: `{models: [{endpoint_id, metadata, openapi}], next_cursor, has_more}`,
 * and 404 if an endpoint does not exist. It needs no key (fal.ai/docs/platform-apis/v1/models, November 29, 2026).
 */
export function falModelRoutes(app: FastifyInstance): void {
  app.get('/models', (request) => {
    const parsed = query.safeParse(request.query);
    if (!parsed.success) throw new FalPlatformError(400, z.prettifyError(parsed.error));
    const { endpoint_id: ids, q: words, category, expand, cursor, limit } = parsed.data;
    const missing = ids?.find((id) => !ENDPOINTS.some((endpoint) => endpoint.id === id));
    if (missing) throw new FalPlatformError(404, `Endpoint ${missing} not found`);
    const found = ENDPOINTS.filter(
      (endpoint) =>
        (!ids || ids.includes(endpoint.id)) &&
        (!category || endpoint.category === category) &&
        (!words || endpoint.name.toLowerCase().includes(words.toLowerCase())),
    );
    const { items, ...page } = pageOf(found, cursor, limit);
    return { models: items.map((endpoint) => modelOf(endpoint, expand.includes('openapi-3.0'))), ...page };
  });
}

function modelOf(endpoint: Endpoint, hasSchema: boolean): object {
  const { id, name, category } = endpoint;
  const metadata = {
    ...{ display_name: name, category, description: name, status: 'active', tags: [], updated_at: PUBLISHED_AT },
    ...{ thumbnail_url: 'https://fal.media/files/example.jpg', date: PUBLISHED_AT },
    ...{ model_url: `https://fal.run/${id}`, highlighted: false, pinned: false },
  };
  return { endpoint_id: id, metadata, ...(hasSchema && { openapi: openApiOf(endpoint) }) };
}

function openApiOf({ id, category, input }: Endpoint): object {
  const { properties, ...schema } = publishedInput(input.fields);
  const prefix = id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  const [inputName, outputName] = [`${prefix}Input`, `${prefix}Output`];
  const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
  return {
    openapi: '3.0.4',
    info: {
      ...{ title: `Queue OpenAPI for ${id}`, version: '1.0.0', description: `The OpenAPI schema for the ${id} queue.` },
      'x-fal-metadata': { endpointId: id, category, playgroundUrl: `https://fal.ai/models/${id}` },
    },
    servers: [{ url: 'https://queue.fal.run' }],
    paths: {
      [`/${id}`]: { post: { requestBody: { required: true, content: json(inputName) } } },
      [`/${id}/requests/{request_id}`]: { get: { responses: { 200: { content: json(outputName) } } } },
    },
    components: {
      schemas: {
        [inputName]: { ...schema, title: inputName, 'x-fal-order-properties': Object.keys(properties), properties },
        [outputName]: OUTPUTS[category.endsWith('video') ? 'video' : 'image'],
        File: FILE,
      },
    },
  };
}
