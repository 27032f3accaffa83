import { once } from 'node:events';
import { connect } from 'node:net';
import request from 'supertest';
import { startGatewayTestApp } from '../../test/gateway-test-app';

/** Catches a shutdown that never ends. */
const HANG_MS = 60_000;

it.each([
  ['nothing', ''],
  ['half of a request', 'GET /api/plans HTTP/1.1\r\nhost: luit'],
  ['a request, and then nothing', 'GET /api/auth/session HTTP/1.1\r\nhost: luit\r\n\r\n'],
])(
  'a client that has sent %s does not keep a gateway from closing',
  async (_what, text) => {
    const gateway = await startGatewayTestApp();
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    // The gateway may reset the connection.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    socket.resume();
    // Both sockets are accepted.
    await request(gateway.url).get('/api/auth/session').expect(200);
    await Promise.all([once(socket, 'close'), gateway.close()]);
  },
  HANG_MS,
);
