import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { LuitError } from '@luit/contracts/errors';
import { events, jobs } from '@luit/contracts/registry/registry';
import { eventQueueName, Queues } from '@luit/platform/queues/queues';
import { toLuitError } from '@luit/platform/errors/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AccessRecorder } from '../../../access/audit/access-recorder';
import type { GatewayConfig } from '../../../config';
import { requireRole } from '../../../access/identities/operator-access';
import { operatorAuthorization } from '../../../access/identities/operator-credentials';
import { OperatorSessions } from '../../../access/identities/operator-sessions';

const BOARD_PATH = '/api/admin/queues/board';
const SUBSCRIBERS = [...new Set(events.flatMap(({ subscribers }) => subscribers))];

/** Serves Bull Board read-only to operators. Changes to jobs go through the jobs screen, which writes the audit log. */
export async function serveQueueBoard(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const queues = app.get(Queues);
  const operators = app.get(OperatorSessions);
  const accesses = app.get(AccessRecorder);
  const names = [...jobs.map(({ name }) => name), ...SUBSCRIBERS.map(eventQueueName)];
  const adapter = new FastifyAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: names.map((name) => new BullMQAdapter(queues.readOnly(name), { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Luit queues', hideRedisDetails: true } },
  });
  const plugin = adapter.registerPlugin();
  await app.register(
    async (board: FastifyInstance) => {
      // Answered here, because the board's own error handler turns every error into a 500.
      board.addHook('onRequest', async (request, reply) => {
        try {
          const authorization = operatorAuthorization(request, config.webUrl.startsWith('https:'));
          const operator = authorization ? await operators.identify(authorization) : undefined;
          if (operator) {
            requireRole(operator.role, 'queues.board');
            const access = { action: 'queue_board_opened', subject: null, details: {} } as const;
            return await accesses.recordRead({ adminId: operator.id, ...access });
          }
          throw new LuitError('unauthorized', 'Open the queue board from the jobs page.');
        } catch (error) {
          const { status, code, message } = toLuitError(error);
          await reply.status(status).send({ success: false, code, message, error: message, requestId: request.id });
        }
      });
      await board.register(plugin);
    },
    { prefix: BOARD_PATH },
  );
}
