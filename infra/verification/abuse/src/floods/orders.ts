import { TEST_IMAGE } from '@luit/chaos/test-image';
import { randomUUID } from 'node:crypto';
import { form, FORM_TYPE } from '../wire/form';
import { bearer, type Flood } from './flood';

/** The limits per minute, including tokens refilled during a flood. */
const UPLOADS = 12;
const ORDERS = 25;
const IMAGE = { name: 'image', fileName: 'photo.png', type: 'image/png', content: TEST_IMAGE };

/** Requests that store rows and files or call Razorpay. */
export const ORDER_FLOODS: Flood[] = [
  {
    name: 'guest-uploads',
    sends: 'images of a guest, all with one Idempotency-Key',
    isShort: true,
    run: (context) => {
      const headers = { 'content-type': FORM_TYPE, 'idempotency-key': randomUUID() };
      const body = form([IMAGE]);
      return context.repeat(400, 16, () => context.send({ method: 'POST', path: '/api/uploads', headers, body }));
    },
    atMost: { 201: UPLOADS },
  },
  {
    name: 'guest-orders',
    sends: 'Razorpay orders of a guest, all with one Idempotency-Key',
    run: (context) => {
      const key = { 'idempotency-key': randomUUID() };
      const order = { planId: '5s-480p', prompt: 'A river', currency: 'INR', guestSessionId: randomUUID() };
      return context.repeat(400, 16, (turn) =>
        context.postJson('/api/payments/order', { ...order, prompt: `A river ${turn}` }, key),
      );
    },
    atMost: { 200: ORDERS },
  },
  {
    name: 'pack-orders',
    sends: 'Razorpay orders of an account, each with its own idempotency key',
    run: (context) =>
      context.repeat(400, 16, () =>
        context.postJson(
          '/api/payments/order',
          { planId: 'starter', prompt: 'Credit Pack', currency: 'INR' },
          { ...bearer(context.access.brokeToken), 'idempotency-key': randomUUID() },
        ),
      ),
    atMost: { 200: ORDERS },
  },
  {
    name: 'generates-without-credits',
    sends: 'videos requested with a balance of zero',
    run: (context) =>
      context.repeat(1_000, 16, () =>
        context.postJson(
          '/api/generate',
          { prompt: 'A river', duration: 5, planId: '5s-480p' },
          { ...bearer(context.access.brokeToken), 'idempotency-key': randomUUID() },
        ),
      ),
    atMost: { 402: 140, 202: 0 },
  },
  {
    name: 'verifications',
    sends: 'payments verified with a made-up signature',
    run: (context) =>
      context.repeat(5_000, 16, () =>
        context.postJson('/api/payments/verify', {
          razorpay_order_id: `order_${randomUUID().slice(0, 14)}`,
          razorpay_payment_id: `pay_${randomUUID().slice(0, 14)}`,
          razorpay_signature: '0'.repeat(64),
        }),
      ),
    atMost: { 200: 0 },
  },
  {
    name: 'searches',
    sends: 'operator searches full of wildcards',
    run: (context) =>
      context.repeat(400, 8, (turn) =>
        context.send({
          path: `/api/admin/${turn % 2 === 0 ? 'users' : 'transactions'}?q=${'%25_'.repeat(60)}`,
          headers: bearer(context.access.operatorToken),
        }),
      ),
  },
];
