import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/**
 * What a route takes as its body:
 * - `json`: a small JSON object
 * - `multipart`: a form with a file
 * - `raw`: the bytes as they came, of any type, because a signature covers them
 * - `relay`: megabytes of JSON that are passed on unparsed; the handler reads the stream
 */
export type BodyKind = 'json' | 'multipart' | 'raw' | 'relay';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKind?: BodyKind;
  }
}

/** Declares the body of a route that takes something other than JSON. */
export const AcceptsBody = (bodyKind: BodyKind) => RouteConfig({ bodyKind });

export function bodyKindOf(request: FastifyRequest): BodyKind {
  return request.routeOptions.config?.bodyKind ?? 'json';
}
