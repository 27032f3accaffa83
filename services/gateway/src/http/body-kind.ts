import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/**
 * The body that a route accepts:
 * - `json`: a small JSON object
 * - `multipart`: a form with a file
 * - `raw`: unparsed bytes of any content type, because a signature covers them
 * - `csv`: a CSV file; the handler reads the stream
 * - `part`: a part of a file, which may end early; the handler reads the stream
 * - `form or json`: one of both, as the content type says
 * - `relay`: megabytes of JSON that are forwarded unparsed; the handler reads the stream
 */
export type BodyKind = 'json' | 'multipart' | 'raw' | 'csv' | 'part' | 'relay';

type DeclaredBodyKind = BodyKind | 'form or json';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKind?: DeclaredBodyKind;
  }
}

/** Declares the body of a route that does not accept JSON. */
export const AcceptsBody = (bodyKind: DeclaredBodyKind) => RouteConfig({ bodyKind });

export function bodyKindOf(request: FastifyRequest): BodyKind {
  const declared = request.routeOptions.config?.bodyKind ?? 'json';
  if (declared !== 'form or json') return declared;
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '') ? 'multipart' : 'json';
}
