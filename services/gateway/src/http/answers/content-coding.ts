import type { FastifyRequest } from 'fastify';

/** The best content coding that the client accepts. */
export function codingOf(request: FastifyRequest): 'br' | 'gzip' | 'plain' {
  const codings = (request.headers['accept-encoding'] ?? '').split(',').map((part) => part.trim());
  const takes = (name: string) => codings.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(part));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'plain';
}
