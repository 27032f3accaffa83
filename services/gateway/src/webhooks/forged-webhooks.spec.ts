import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../test/gateway-test-app';
import { REFUSED_PER_MINUTE } from './forged-webhooks';

const ATTEMPTS = REFUSED_PER_MINUTE + 10;

describe('webhooks with forged signatures', () => {
  let gateway: GatewayTestApp;

  beforeEach(async () => {
    gateway = await startGatewayTestApp();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return gateway.close();
  });

  /** Sends webhooks one after another and counts the responses by status. Time stands still, so the limit does not refill. */
  const send = async (path: string): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {};
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { status } = await request(gateway.url).post(path).set('x-razorpay-signature', 'forged').send({ attempt });
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it('an address whose webhooks are refused too often is rejected before its bodies are read', async () => {
    gateway.services.answer(billingCalls.receiveWebhook, () => {
      throw new LuitError('invalid_signature', 'The signature does not match.');
    });
    expect(await send('/api/webhooks/razorpay')).toEqual({ 400: REFUSED_PER_MINUTE, 429: 10 });
    expect(gateway.services.received(billingCalls.receiveWebhook)).toHaveLength(REFUSED_PER_MINUTE);

    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write('POST /api/webhooks/razorpay HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nnever ends');
    const answer = (await text(socket)).split('\r\n', 1)[0];
    expect(answer).toBe('HTTP/1.1 429 Too Many Requests');
  });

  it('webhooks that verify are not limited', async () => {
    gateway.services.answer(billingCalls.receiveWebhook, () => ({ isDuplicate: false }));
    expect(await send('/api/webhooks/razorpay')).toEqual({ 200: ATTEMPTS });
  });
});
