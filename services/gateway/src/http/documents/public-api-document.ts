import { NEWEST_API_VERSION } from '@luit/contracts/auth/api-key-limits';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { entityTag, matchesEntityTag } from '../answers/entity-tag';
import { describeApi } from './api-docs';
import { publicApiWebhooks } from './public-api-webhooks';
import { JSON_TYPE } from '../answers/serialized-answer';

const DESCRIPTION = `Videos and photo restorations for programs and agents.

Send an API key as \`Authorization: Bearer luit_live_…\`. People create keys, with scopes and budgets, on the page "API keys". A key that begins with
\`luit_test_\` spends test credits, which cost nothing, and its videos only say TEST. \`/v1/videos\` has the shape of the Videos API, which servers
of video models share, so their clients work with a different base URL; fields that only Luit has are under \`luit\`. Errors are problem details (RFC 9457). Send an \`Idempotency-Key\` when you create
something: for 24 hours, repeating the request returns the first result. Credits are integers. Within a version, routes, fields and values are only
added.`;

/** The endpoint for agents describes its tools itself. */
const PREFIX = '/v1/';
const CACHE_SECONDS = 300;
const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

type Components = NonNullable<OpenAPIObject['components']>;

/** The routes of the public API, out of the document of all routes, with the components that they use. */
export function publicApiDocument({
  openapi,
  info,
  servers,
  paths,
  components = {},
  tags,
}: OpenAPIObject): OpenAPIObject {
  const own = Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(PREFIX)));
  const { apiKey } = components.securitySchemes ?? {};
  const webhooks = publicApiWebhooks();
  const used = usedTags(own);
  return {
    openapi,
    info: { ...info, title: 'Luit API', description: DESCRIPTION, version: NEWEST_API_VERSION },
    servers,
    tags: tags?.filter(({ name }) => used.has(name)),
    paths: own,
    // Since OpenAPI 3.1, which the type of this library does not know.
    ...({ webhooks } as object),
    components: {
      ...usedComponents({ ...own, ...(webhooks as OpenAPIObject['paths']) }, components),
      ...(apiKey ? { securitySchemes: { apiKey } } : {}),
    },
  };
}

function usedTags(paths: OpenAPIObject['paths']): Set<string> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Record<string, { tags?: string[] }>));
  return new Set(operations.flatMap(({ tags = [] }) => tags));
}

/** The components that something references, directly or through others. */
function usedComponents(paths: OpenAPIObject['paths'], components: Components): Components {
  const all = components as Record<string, Record<string, unknown>>;
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(all[kind]?.[name]);
    }
  };
  follow(paths);
  const kinds = Object.entries(all).map(([kind, parts]) => {
    const left = Object.entries(parts).filter(([name]) => used.has(`${kind}/${name}`));
    return [kind, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(kinds.filter(([, parts]) => Object.keys(parts).length > 0));
}

/** Serves `/v1/openapi.json` to everyone. The document is built on the first request. */
export function servePublicApiDocument(fastify: FastifyInstance, app: INestApplication): void {
  let served: { text: string; tag: string } | undefined;
  fastify.get('/v1/openapi.json', (request, reply) => {
    if (!served) {
      const text = JSON.stringify(publicApiDocument(describeApi(app)));
      served = { text, tag: entityTag(text) };
    }
    reply.header('etag', served.tag).header('cache-control', `public, max-age=${CACHE_SECONDS}`);
    if (matchesEntityTag(request.headers['if-none-match'], served.tag)) return reply.status(304).send();
    return reply.type(JSON_TYPE).send(served.text);
  });
}
