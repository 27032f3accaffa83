import type { OpenAPIObject } from '@nestjs/swagger';
import { API_VERSIONS } from '@luit/contracts/auth/api-key-limits';
import { API_VERSION_HEADER } from './api-version';
import { isPublicApi } from './problem-details';

type Components = NonNullable<OpenAPIObject['components']>;
type Header = NonNullable<Components['headers']>[string];
type Response = NonNullable<Components['responses']>[string];

const HEADERS: Record<string, Header> = {
  [API_VERSION_HEADER]: {
    description: 'The version of the response',
    schema: { type: 'string', enum: [...API_VERSIONS] },
  },
  Deprecation: {
    description: 'Only about a deprecated model: since when, as `@` and Unix seconds (RFC 9745)',
    schema: { type: 'string', examples: ['@1795946400'] },
  },
  Sunset: {
    description: 'Only about a deprecated model: when requests for it are refused (RFC 8594)',
    schema: { type: 'string', examples: ['Tue, 12 Jan 2027 18:30:00 GMT'] },
  },
  Link: {
    description: 'Only about a deprecated model: the one to use instead',
    schema: { type: 'string', examples: ['</v1/models/{model}>; rel="successor-version"'] },
  },
  'X-Request-Id': {
    description: 'Names the request in our logs; the same as `request_id` of a problem',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The requests `q` that the key may send in `w` seconds (draft-ietf-httpapi-ratelimit-headers-11)',
    schema: { type: 'string', examples: ['"requests";q=600;w=60'] },
  },
  RateLimit: {
    description: 'The requests `r` that are left, and the seconds `t` until all are available again',
    schema: { type: 'string', examples: ['"requests";r=599;t=1'] },
  },
};
const REFERENCES = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const PROBLEM_HEADERS: Record<string, Header> = {
  'X-Should-Retry': {
    description: 'Whether the same request may succeed within a minute: after `Retry-After`, or else after a moment',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
};

/** Declares the headers that every response of the public API has. Problems are components, which all operations share. */
export function addPublicApiHeaders({ paths, components = {} }: OpenAPIObject): void {
  components.headers = HEADERS;
  const operations = Object.entries(paths).filter(([path]) => isPublicApi(path));
  const responses = operations.flatMap(([, item]) =>
    Object.values(item as Record<string, { responses?: Record<string, Response> }>).flatMap((operation) =>
      Object.values(operation.responses ?? {}),
    ),
  );
  const problems = [components.responses?.ClientProblem, components.responses?.ServerProblem];
  for (const response of [...responses, ...problems]) {
    if (response && !('$ref' in response)) response.headers = { ...response.headers, ...REFERENCES };
  }
  for (const response of problems) {
    if (response && !('$ref' in response)) response.headers = { ...response.headers, ...PROBLEM_HEADERS };
  }
}
