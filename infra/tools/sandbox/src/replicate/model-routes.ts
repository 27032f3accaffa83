import type { FastifyInstance } from 'fastify';
import { type PublishedSchema, publishedInput } from '../schemas/published-input';
import { notFound } from './errors';
import { type Model, modelOf } from './models';

type ByModel = { Params: { owner: string; name: string } };
type ByVersion = { Params: { owner: string; name: string; id: string } };

const CREATED_AT = '2026-04-14T00:00:00.000000Z';
const LINK = { type: 'string', format: 'uri' };

/**
 * Models with the schemas of their input, as the vendor publishes them:
 * `GET /models/{owner}/{name}` with `latest_version.openapi_schema`, and `GET /models/{owner}/{name}/versions/{id}` with `openapi_schema`.
 */
export function replicateModelRoutes(app: FastifyInstance): void {
  app.get<ByModel>('/models/:owner/:name', ({ params }) => {
    const model = modelOf(`${params.owner}/${params.name}`);
    return {
      url: `https://replicate.com/${model.name}`,
      owner: params.owner,
      name: params.name,
      description: model.description,
      visibility: 'public',
      is_official: model.isOfficial,
      github_url: null,
      paper_url: null,
      license_url: null,
      run_count: 1,
      cover_image_url: null,
      default_example: null,
      latest_version: versionOf(model),
    };
  });
  app.get<ByVersion>('/models/:owner/:name/versions/:id', ({ params }) => {
    const model = modelOf(`${params.owner}/${params.name}`);
    if (params.id !== model.version) throw notFound();
    return versionOf(model);
  });
}

function versionOf(model: Model): object {
  return {
    ...{ id: model.version, created_at: CREATED_AT, cog_version: '0.16.8' },
    openapi_schema: openApiOf(model),
  };
}

/** Cog's document: fields are numbered by `x-order`, and an enumeration is a schema of its own, which `allOf` refers to. */
function openApiOf({ input, returnsList }: Model): object {
  const { properties, ...schema } = publishedInput(input.fields);
  const enumerations: Record<string, PublishedSchema> = {};
  const fields = Object.entries(properties).map(([name, field], order) => {
    if (!field.enum) return [name, { ...field, 'x-order': order }];
    const { enum: values, type, title: _, ...own } = field;
    enumerations[name] = { enum: values, type, title: name, description: 'An enumeration.' };
    return [name, { ...own, allOf: [{ $ref: `#/components/schemas/${name}` }], 'x-order': order }];
  });
  const output = returnsList ? { type: 'array', items: LINK } : LINK;
  return {
    openapi: '3.0.2',
    info: { title: 'Cog', version: '0.1.0' },
    paths: {},
    components: {
      schemas: {
        Input: { ...schema, properties: Object.fromEntries(fields) },
        Output: { title: 'Output', ...output },
        ...enumerations,
      },
    },
  };
}
