import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import { io } from 'socket.io-client';
import request from 'supertest';
import { startGateway } from '../../gateway';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { newUser, type TestUser } from '../../test/test-tokens';

let gateway: GatewayTestApp;

const startApp = async () => {
  gateway = await startGatewayTestApp();
  gateway.services.answer(billingCalls.getBalance, () => ({ credits: 1, available: 1, held: 0 }));
};

const send = (user: TestUser, url = gateway.url) => request(url).get('/api/credits/balance').set(gateway.bearer(user));
const revoke = (user: TestUser) =>
  gateway.services.answer(authCalls.listRevokedSessions, () => ({
    sessions: [{ id: user.sessionId, userId: user.id, reason: 'signed_out' }],
  }));

describe('sessions that were revoked without a broadcast', () => {
  beforeAll(startApp);
  afterAll(() => gateway.close());

  it('they are loaded after a Redis reconnect, and their sockets are disconnected', async () => {
    const revoked = newUser();
    await send(revoked).expect(200);
    const token = gateway.bearer(revoked).authorization.replace('Bearer ', '');
    const socket = io(gateway.url, { auth: { token }, transports: ['websocket'], forceNew: true });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const ended = new Promise((resolve) => socket.once('session.ended', resolve));
    const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));
    revoke(revoked);
    await gateway.redis.stop();
    await gateway.redis.start();
    expect(await ended).toEqual({ reason: 'signed_out' });
    expect(await disconnected).toBe('io server disconnect');
    await eventually(() => send(revoked).expect(401));
    socket.disconnect();
  });

  it('revocations survive a Redis flush, and broadcasts still arrive [SRV-14]', async () => {
    const [before, after] = [newUser(), newUser()];
    const broadcasts = gateway.broadcasts;
    const publish = ({ id, sessionId }: TestUser) =>
      broadcasts.publish(authBroadcasts.sessionsRevoked, { userId: id, sessionIds: [sessionId], reason: 'signed_out' });
    await publish(before);
    await eventually(() => send(before).expect(401));
    await gateway.redis.flush();
    await send(before).expect(401);
    await send(after).expect(200);
    await publish(after);
    await eventually(() => send(after).expect(401));
  });
});

// On its own, because passport strategies are global: the strategies of the second gateway also serve the first one.
describe('sessions that were revoked before a gateway starts', () => {
  beforeAll(startApp);
  afterAll(() => gateway.close());

  it('they are loaded at start, and all tokens are rejected until auth has answered', async () => {
    const revoked = newUser();
    gateway.services.answer(authCalls.listRevokedSessions, () => {
      throw new LuitError('unavailable', 'Not now');
    });
    const second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
    try {
      await send(newUser(), second.url).expect(503);
      revoke(revoked);
      await send(revoked, second.url).expect(401);
      await send(newUser(), second.url).expect(200);
    } finally {
      await second.close();
    }
  });
});
