import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { securityEventCount } from '@luit/platform/testing/security-events';
import type { SecurityEvent } from '@luit/platform/metrics/security-events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { tokenFor } from '../../test/test-tokens';

describe('security events of the gateway', () => {
  let gateway: GatewayTestApp;
  let provider: Server;

  beforeAll(async () => {
    provider = createServer((_request, response) =>
      response.end(
        JSON.stringify({
          id: 'p1',
          status: 'succeeded',
          output: 'http://169.254.169.254/latest/meta-data',
          error: null,
        }),
      ),
    );
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    gateway = await startGatewayTestApp({
      predictions: { apiUrl, version: 'v', deliveryHosts: ['replicate.delivery'] },
    });
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.getUser, () => {
      throw new LuitError('user_not_found', 'Account not found');
    });
    gateway.services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
  });

  afterAll(async () => {
    await gateway.close();
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });

  const operator = () => ({ authorization: `Bearer ${tokenFor(gateway.operators, gateway.user)}` });
  const credits = () =>
    request(gateway.url).patch(`/api/admin/users/${uuidv7()}/credits`).set(operator()).send({ credits: 1 });

  const raised: [SecurityEvent, string, () => request.Test, number][] = [
    [
      'webhook_signature_refused',
      'a webhook without a signature',
      () => request(gateway.url).post('/api/webhooks/razorpay').set('content-type', 'application/json').send('{}'),
      400,
    ],
    [
      'upload_refused',
      'text instead of an image',
      () =>
        request(gateway.url)
          .post('/api/uploads')
          .set(gateway.bearer())
          .attach('image', Buffer.from('no image'), 'a.png'),
      415,
    ],
    [
      'outbound_address_blocked',
      'a result at a private address',
      () =>
        request(gateway.url).get('/api/predictions/p1/output').set(gateway.bearer()).set('x-provider-key', 'r8_key'),
      404,
    ],
    [
      'operator_action_refused',
      'a user who calls an operator route',
      () => request(gateway.url).get('/api/admin/users').set(gateway.bearer()),
      403,
    ],
    ['operator_action_refused', 'a refused change by an operator', credits, 404],
  ];
  it.each(raised)('%s is recorded for %s', async (event, _cause, send, status) => {
    const before = await securityEventCount(event);
    await send().expect(status);
    expect(await securityEventCount(event)).toBe(before + 1);
  });

  it('invalid forms and unknown addresses of operators are not recorded', async () => {
    const before = await securityEventCount('operator_action_refused');
    await request(gateway.url).patch(`/api/admin/users/${uuidv7()}/credits`).set(operator()).send({}).expect(400);
    await request(gateway.url).get(`/api/admin/users/${uuidv7()}`).set(operator()).expect(404);
    await request(gateway.url).get('/api/admin/nowhere').expect(404);
    expect(await securityEventCount('operator_action_refused')).toBe(before);
  });
});
