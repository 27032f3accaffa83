import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startTestRedis } from './redis';

describe('a test Redis', () => {
  it('that cannot listen is an error instead of an endless wait', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    // The last one counts.
    await expect(startTestRedis(['--port', String(port)])).rejects.toThrow('ended before it was reachable');
    other.close();
  });
});
