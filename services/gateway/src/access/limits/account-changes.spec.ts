import { authCalls } from '@luit/contracts/auth/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { RATE_LIMITS } from './rate-limits';

const ID = uuidv7();

/** Each one leaves rows, some of them forever, or sends something to a server of the user's choice. */
const CHANGES: ['post' | 'put' | 'patch', string][] = [
  ['post', '/api/webhook-endpoints'],
  ['patch', `/api/webhook-endpoints/${ID}`],
  ['post', `/api/webhook-endpoints/${ID}/rotate`],
  ['post', `/api/webhook-endpoints/${ID}/test`],
  ['post', `/api/webhook-endpoints/${ID}/replay`],
  ['post', `/api/webhook-deliveries/${ID}/replay`],
  ['put', '/api/auth/consents'],
  ['post', '/api/zip-downloads'],
];

describe('changes of an account', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, accountChangesPerMinute: 1 } });
    gateway.services.answer(authCalls.listWebhookEndpoints, () => ({ endpoints: [] }));
  });
  afterAll(() => gateway.close());

  it('are limited together, also those that are refused; reads are not', async () => {
    const send = (method: 'post' | 'put' | 'patch', path: string) =>
      request(gateway.url)[method](path).set(gateway.bearer()).send({});
    await send('post', '/api/webhook-endpoints').expect(400);
    for (const [method, path] of CHANGES) {
      const { status, headers } = await send(method, path);
      expect([path, status]).toEqual([path, 429]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await request(gateway.url).get('/api/webhook-endpoints').set(gateway.bearer()).expect(200);
  });
});
