import { authCalls } from '@luit/contracts/auth/messages';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';

describe('web push', () => {
  let gateway: GatewayTestApp;
  const subscription = { endpoint: 'https://push.example/1', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getWebPush, () => ({ publicKey: 'key', endpoint: null }));
    gateway.services.answer(authCalls.subscribeToWebPush, () => ({}));
    gateway.services.answer(authCalls.unsubscribeFromWebPush, () => ({}));
  });
  afterAll(() => gateway.close());

  const own = () => ({ userId: gateway.user.id, sessionId: gateway.user.sessionId });
  const put = (body: object) => request(gateway.url).put('/api/web-push/subscription').set(gateway.bearer()).send(body);

  it('a session learns the key, subscribes and unsubscribes', async () => {
    const { body } = await request(gateway.url).get('/api/web-push').set(gateway.bearer()).expect(200);
    expect(body).toMatchObject({ publicKey: 'key', endpoint: null });
    await put(subscription).expect(204);
    expect(gateway.services.received(authCalls.subscribeToWebPush)).toMatchObject([{ ...own(), ...subscription }]);
    await request(gateway.url).delete('/api/web-push/subscription').set(gateway.bearer()).expect(204);
    expect(gateway.services.received(authCalls.unsubscribeFromWebPush)).toEqual([own()]);
  });

  it.each([
    ['no endpoint', { endpoint: undefined }],
    ['an endpoint that is no URL', { endpoint: 'push.example' }],
    ['a long endpoint', { endpoint: `https://push.example/${'a'.repeat(1_000)}` }],
    ['a short key', { p256dh: 'A' }],
    ['a short secret', { auth: 'A' }],
  ])('a subscription with %s is refused', async (_what, changes) => {
    const { body } = await put({ ...subscription, ...changes }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', message: 'The subscription of the browser is not valid.' });
  });
});
