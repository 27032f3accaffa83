import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance } from 'fastify';

const SERVER_PATHS = /^\/(?:api|v1|mcp|runner)(?:\/|$)/;

/**
 * Answers 405 with the methods that exist to a request for a known path of an API with another method (RFC 9110, section 15.5.6). Must be
 * called before the routes are registered.
 */
export function rejectOtherMethods(fastify: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  let patterns: { pattern: RegExp; methods: Set<string> }[] | undefined;
  fastify.addHook('onRoute', ({ url, method }) => {
    if (!SERVER_PATHS.test(url)) return;
    const methods = methodsByPath.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPath.set(url, methods);
    patterns = undefined;
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0]!;
    const hasRoute = !request.is404 && SERVER_PATHS.test(request.routeOptions.url ?? '');
    if (hasRoute || !SERVER_PATHS.test(path)) return done();
    patterns ??= [...methodsByPath].map(([url, methods]) => ({ pattern: patternOf(url), methods }));
    const allowed = patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
    // The router also refuses a parameter that is too long.
    if (allowed.length === 0 || allowed.includes(request.method)) return done();
    const names = [...new Set(allowed)].sort().join(', ');
    void reply.header('allow', names);
    done(new LuitError('method_not_allowed', `This URL does not accept ${request.method}, but only ${names}.`));
  });
}

function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}/?$`);
}
