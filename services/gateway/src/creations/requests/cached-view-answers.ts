import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../../http/answers/serialized-answer';
import type { IdentifiedRequest } from '../../access/identities/identity.guards';
import { verifiedUserOf } from '../../access/identities/token-check';
import { matchesEntityTag } from '../../http/answers/entity-tag';
import type { CachedView, RequestViewCache } from './request-view-cache';

declare module 'fastify' {
  interface FastifyContextConfig {
    answersFromCache?: boolean;
  }
}

/** Declares a route that sends cached views before Nest handles the request. Its parameter `id` is the request. */
export const AnswersFromCache = () => RouteConfig({ answersFromCache: true });

/**
 * Answers a poll before Nest's guards, pipes and interceptors, which cost several times as much as the answer. It does so only if it can
 * skip every check of the route: the token was verified recently, its session is active, and generation has returned this view to the
 * account. The route handles every other request. Must be the last hook of its kind.
 */
export function answerFromCache(fastify: FastifyInstance, cache: RequestViewCache): void {
  fastify.addHook('onRequest', (request: FastifyRequest<{ Params: { id: string } }>, reply, done) => {
    if (request.method !== 'GET' || !request.routeOptions.config?.answersFromCache) return done();
    verifiedUserOf(request).then(
      (user) => {
        const view = user && cache.find(user.id, request.params.id);
        if (!view) return done();
        // The access log reads the user from here.
        (request as IdentifiedRequest).user = user;
        void reply.send(answerWith(view, request, reply));
      },
      // The route answers with the reason.
      () => done(),
    );
  });
}

/** Sets the headers of a view and returns its body; undefined, with status 304, if the client has it. */
export function answerWith(
  { body, entityTag }: CachedView,
  request: FastifyRequest,
  reply: FastifyReply,
): CachedView['body'] | undefined {
  void reply.header('etag', entityTag).header('cache-control', 'private, no-cache');
  if (matchesEntityTag(request.headers['if-none-match'], entityTag)) {
    void reply.status(304);
    return undefined;
  }
  void reply.type(JSON_TYPE);
  return body;
}
