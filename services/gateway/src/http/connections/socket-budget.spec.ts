import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@luit/platform/testing/eventually';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { CONNECTION_LIMITS } from './connection-limits';

const SOCKETS = 5;

describe('a gateway that runs out of file descriptors', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ connections: { ...CONNECTION_LIMITS, sockets: () => SOCKETS } });
  });
  afterAll(() => gateway.close());

  const dial = async (): Promise<Socket> => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return socket;
  };

  it('answers 503 to clients beyond its budget of sockets, and serves again once others have left', async () => {
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, dial));
    const refused = await eventually(() => request(gateway.url).get('/api/plans').expect(503));
    expect(refused.headers).toMatchObject({ 'retry-after': '2', connection: 'close' });
    expect(refused.body).toMatchObject({ success: false, code: 'unavailable' });
    for (const socket of sockets) socket.destroy();
    await eventually(() =>
      request(gateway.url)
        .get('/api/security.txt')
        .expect(({ status }) => expect(status).not.toBe(503)),
    );
  });
});
