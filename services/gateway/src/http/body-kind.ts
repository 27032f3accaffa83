import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/**
 * The body that a route accepts:
 * - `json`: a small JSON object
 * - `multipart`: a form with a file
 * - `raw`: unparsed bytes of any content type, because a signature covers them
 * - `csv`: a CSV file; the handler reads the stream
 * - `part`: a part of a file, which may end early; the handler reads the stream
 * - `relay`: megabytes of JSON that are forwarded unparsed; the handler reads the stream
 */
export type BodyKind = 'json' | 'multipart' | 'raw' | 'csv' | 'part' | 'relay';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKind?: BodyKind;
  }
}

/** Declares the body of a route that does not accept JSON. */
export const AcceptsBody = (bodyKind: BodyKind) => RouteConfig({ bodyKind });

export function bodyKindOf(request: FastifyRequest): BodyKind {
  return request.routeOptions.config?.bodyKind ?? 'json';
}
