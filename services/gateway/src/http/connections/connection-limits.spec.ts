import { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { limitSockets } from './connection-limits';

describe('sockets of an address', () => {
  const connections = (...addresses: string[]) => {
    const server = new Server();
    limitSockets(server, 2);
    return addresses.map((remoteAddress) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress });
      server.emit('connection', socket);
      return socket;
    });
  };
  const areOpen = (...addresses: string[]) => {
    const sockets = connections(...addresses);
    const open = sockets.map(({ destroyed }) => !destroyed);
    for (const socket of sockets) socket.destroy();
    return open;
  };

  it('are limited for all addresses of one IPv6 customer together', () => {
    expect(areOpen('2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:9::3', '2001:db8:1:3::1')).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('are limited for each IPv4 address, however it is written', () => {
    expect(areOpen('192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([true, true, false, true]);
  });
});
