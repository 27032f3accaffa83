import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import { io } from 'socket.io-client';
import request from 'supertest';
import { startGateway } from '../gateway';
import { startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { newUser, type TestUser } from '../test/test-tokens';

describe('sessions that ended while nobody was told', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 1, available: 1, held: 0 }));
  });
  afterAll(() => gateway.close());

  const ask = (user: TestUser, url = gateway.url) => request(url).get('/api/credits/balance').set(gateway.bearer(user));
  const end = (user: TestUser) =>
    gateway.services.answer(authCalls.listRevokedSessions, () => ({
      sessions: [{ id: user.sessionId, userId: user.id, reason: 'signed_out' }],
    }));

  it('are asked for when Redis was lost and came back, and their sockets are cut', async () => {
    const gone = newUser();
    await ask(gone).expect(200);
    const token = gateway.bearer(gone).authorization.replace('Bearer ', '');
    const socket = io(gateway.url, { auth: { token }, transports: ['websocket'], forceNew: true });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const told = new Promise((resolve) => socket.once('session.ended', resolve));
    const cut = new Promise((resolve) => socket.once('disconnect', resolve));
    end(gone);
    await gateway.redis.stop();
    await gateway.redis.start();
    expect(await told).toEqual({ reason: 'signed_out' });
    expect(await cut).toBe('io server disconnect');
    await eventually(() => ask(gone).expect(401));
    socket.disconnect();
  });

  it('SRV-14: stay known when Redis is emptied, and broadcasts still come', async () => {
    const [before, after] = [newUser(), newUser()];
    const broadcasts = gateway.broadcasts;
    const tell = ({ id, sessionId }: TestUser) =>
      broadcasts.publish(authBroadcasts.sessionsRevoked, { userId: id, sessionIds: [sessionId], reason: 'signed_out' });
    await tell(before);
    await eventually(() => ask(before).expect(401));
    await gateway.redis.flush();
    await ask(before).expect(401);
    await ask(after).expect(200);
    await tell(after);
    await eventually(() => ask(after).expect(401));
  });

  // Last, since strategies of passport belong to the process: those of the second gateway serve the first one too.
  it('are asked for at start, and nobody is believed before auth has answered', async () => {
    const gone = newUser();
    gateway.services.answer(authCalls.listRevokedSessions, () => {
      throw new LuitError('unavailable', 'Not now');
    });
    const second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
    try {
      await ask(newUser(), second.url).expect(503);
      end(gone);
      await ask(gone, second.url).expect(401);
      await ask(newUser(), second.url).expect(200);
    } finally {
      await second.close();
    }
  });
});
