import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Service } from '@luit/contracts/message';
import { jobs } from '@luit/contracts/registry';
import { eventQueueName, Queues } from '@luit/platform/jobs/queues';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OperatorSessions } from '../live/operator-sessions.service';

export const BOARD_PATH = '/api/admin/queues/board';
const COOKIE = 'luit_board';
const SUBSCRIBERS: Service[] = ['auth', 'billing', 'generation', 'gateway'];

/** A page cannot send a header along, so the operator's token goes into a cookie that only the board is sent. */
export function openBoard(request: FastifyRequest, reply: FastifyReply): void {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  const secure = request.protocol === 'https';
  reply.setCookie(COOKIE, token, { path: BOARD_PATH, httpOnly: true, sameSite: 'strict', secure });
}

/**
 * Bull Board over every queue, for operators alone and to look at: whatever changes a job goes through the jobs screen, which
 * writes it down.
 */
export async function serveQueueBoard(app: NestFastifyApplication): Promise<void> {
  const queues = app.get(Queues);
  const operators = app.get(OperatorSessions);
  const names = [...jobs.map(({ name }) => name), ...SUBSCRIBERS.map(eventQueueName)];
  const adapter = new FastifyAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: names.map((name) => new BullMQAdapter(queues.named(name), { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Luit queues', hideRedisDetails: true } },
  });
  const plugin = adapter.registerPlugin();
  await app.register(
    async (board: FastifyInstance) => {
      // Answered here: the board's own handler would make a 500 of whatever is thrown.
      board.addHook('onRequest', async (request, reply) => {
        if (await operators.identify(request.cookies[COOKIE] ?? '')) return;
        const message = 'Please open the queues from the jobs screen.';
        const failure = { success: false, code: 'unauthorized', message, error: message, requestId: request.id };
        await reply.status(401).send(failure);
      });
      await board.register(plugin);
    },
    { prefix: BOARD_PATH },
  );
}
