import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { paymentMethods, publicOrder, type Payment } from './entities';
import { RazorpayError, invalidField, type RazorpayErrorFields } from './errors';
import type { Razorpay } from './razorpay';

const assets = join(__dirname, '..', '..', 'assets', 'checkout');
const read = (name: string) => readFileSync(join(assets, name), 'utf8');

/** The fields that the payer enters, or the page prefills. */
export const payerDetails = z.object({
  method: z.enum(paymentMethods).default('upi'),
  name: z.string().max(255).optional(),
  email: z.string().max(320).optional(),
  contact: z.string().max(40).optional(),
  description: z.string().max(2048).optional(),
  notes: z.record(z.string(), z.string()).optional(),
});

const personInput = payerDetails.extend({ key_id: z.string(), outcome: z.enum(['success', 'failure']) });

/** `checkout.js` as one classic script. Its modules are concatenated in a function, so that only `Razorpay` is global. */
export function checkoutScript(): string {
  const modules = ['dom.js', 'modal.js', 'checkout.js'].map((name) => read(name).replace(/^(import .*|export )/gm, ''));
  const style = `const STYLE = ${JSON.stringify(read('checkout.css'))};`;
  return ['(function () {', "'use strict';", style, ...modules, '})();\n'].join('\n');
}

/** Checkout's routes for browsers, registered under `/razorpay`. They allow CORS, because the page has another origin. */
export function checkoutRoutes(app: FastifyInstance, razorpay: Razorpay): void {
  const script = checkoutScript();
  app.addHook('onRequest', async (_request, reply) => allowBrowsers(reply));

  app.get('/checkout.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );
  app.options('/checkout/*', (_request, reply) => reply.code(204).send());

  app.get<{ Params: { id: string }; Querystring: { key_id?: string } }>('/checkout/orders/:id', ({ params, query }) => {
    checkKey(razorpay, query.key_id);
    return publicOrder(razorpay.orders.get(params.id));
  });

  app.post<{ Params: { id: string } }>('/checkout/orders/:id/payments', ({ params, body }) => {
    const parsed = personInput.safeParse(body);
    if (!parsed.success)
      throw invalidField(String(parsed.error.issues[0]?.path[0]), 'The payment details are invalid.');
    const { key_id, outcome, ...details } = parsed.data;
    checkKey(razorpay, key_id);
    if (razorpay.orders.get(params.id).status === 'paid') throw new RazorpayError(400, 'Order already paid');
    const payment = razorpay.payments.attempt(params.id, { isDeclined: outcome === 'failure', ...details });
    if (payment.status !== 'failed') return razorpay.checkoutResult(payment);
    // Status 200, because a decline is an ordinary outcome and browsers would log a 4xx as an error of the page.
    return declined(payment);
  });
}

function declined(payment: Payment): { error: RazorpayErrorFields } {
  return new RazorpayError(400, payment.error_description ?? '', {
    source: payment.error_source ?? 'NA',
    step: payment.error_step ?? 'NA',
    reason: payment.error_reason ?? 'NA',
    metadata: { order_id: payment.order_id, payment_id: payment.id },
  }).body;
}

function checkKey(razorpay: Razorpay, keyId: string | undefined): void {
  if (keyId !== razorpay.credentials.keyId) throw new RazorpayError(401, 'The api key provided is invalid');
}

function allowBrowsers(reply: FastifyReply): void {
  void reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
    'cross-origin-resource-policy': 'cross-origin',
  });
}
