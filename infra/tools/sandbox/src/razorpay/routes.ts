import { timingSafeEqual, createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { FaultKind } from '../faults';
import { publicOrder } from './entities';
import { RazorpayError } from './errors';
import type { Razorpay } from './razorpay';

type ById = { Params: { id: string } };

/** Razorpay's REST API, registered under `/razorpay/v1`. */
export function razorpayRoutes(
  app: FastifyInstance,
  { orders, payments, refunds, disputes, credentials }: Razorpay,
): void {
  const expected = `Basic ${Buffer.from(`${credentials.keyId}:${credentials.keySecret}`).toString('base64')}`;
  app.addHook('onRequest', async ({ headers }) => {
    if (!constantTimeEqual(headers.authorization ?? '', expected))
      throw new RazorpayError(401, 'Authentication failed');
  });

  app.post('/orders', ({ body }) => publicOrder(orders.create(body)));
  app.get<{ Querystring: { receipt?: string } }>('/orders', ({ query }) => {
    const list = orders.list(query);
    return { ...list, items: list.items.map(publicOrder) };
  });
  app.get<ById>('/orders/:id', ({ params }) => publicOrder(orders.get(params.id)));
  app.patch<ById>('/orders/:id', ({ params, body }) => publicOrder(orders.changeNotes(params.id, body)));
  app.get<ById>('/orders/:id/payments', ({ params }) => payments.ofOrder(params.id));

  app.get('/payments', ({ query }) => payments.list(query));
  app.get<ById>('/payments/:id', ({ params }) => payments.get(params.id));
  app.post<ById>('/payments/:id/capture', ({ params, body }) => payments.capture(params.id, body));

  app.post<ById>('/payments/:id/refund', ({ params, body, headers, faults }) => {
    const hasFault = (name: FaultKind['name']) => faults.some((fault) => fault.name === name);
    return refunds.create(params.id, body, headers['x-refund-idempotency']?.toString(), {
      isBalanceLow: hasFault('low_balance'),
      failsAtBank: hasFault('refund_fails'),
    });
  });
  app.get<ById>('/payments/:id/refunds', ({ params, query }) => refunds.ofPayment(params.id, query));
  app.get('/refunds', ({ query }) => refunds.list(query));
  app.get<ById>('/refunds/:id', ({ params }) => refunds.get(params.id));
  app.patch<ById>('/refunds/:id', ({ params, body }) => refunds.changeNotes(params.id, body));

  app.get('/disputes', ({ query }) => disputes.list(query));
  app.get<ById>('/disputes/:id', ({ params }) => disputes.get(params.id));
}

function constantTimeEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
