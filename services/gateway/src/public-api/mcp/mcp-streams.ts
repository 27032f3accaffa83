import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../http/failure.filter';

/**
 * Answers 405 to clients that open a stream of messages or end a session, which tells them that there are none (MCP 2025-11-25,
 * Streamable HTTP).
 */
export function refuseMcpStreams(fastify: FastifyInstance): void {
  fastify.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (request, reply) => {
      const refusal = new LuitError('not_found', 'Send messages with POST. There are no streams and no sessions.');
      const { contentType, text } = errorBody(refusal, 405, request);
      return reply.status(405).header('allow', 'POST').type(contentType).send(text);
    },
  });
}
