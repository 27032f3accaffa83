import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** The largest valid JSON body is an order with a prompt of 4,000 UTF-16 units of up to six bytes each. */
export const JSON_LIMIT_BYTES = 64 * 1024;

/**
 * The body that a route accepts:
 * - `json`: a small JSON object
 * - `multipart`: a form with a file
 * - `raw`: unparsed bytes of any content type, because a signature covers them
 * - `part`: a part of a file, which may end early; the handler reads the stream
 * - `form or json`: one of both, as the content type says; JSON that is not announced to be small counts as large
 * - `large json`: megabytes of JSON with an image, which is not parsed; the handler reads the stream
 */
export type BodyKind = 'json' | 'multipart' | 'raw' | 'part' | 'large json';

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
  if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return 'multipart';
  return hasSmallBody(request) ? 'json' : 'large json';
}

/** True if the announced length fits a small body. */
export function hasSmallBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= JSON_LIMIT_BYTES;
}
