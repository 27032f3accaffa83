import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClassifierUnavailableError } from './classifier-unavailable';
import { HashMatchClient } from './hash-match-client';

describe('the client of a hash matcher', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let received: { path?: string; body: string }[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ path: request.url, body: Buffer.concat(chunks).toString('utf8') });
        answer(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    received = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = () =>
    new HashMatchClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 5_000 });

  it('uploads each image as a photo, and returns the banks that know one', async () => {
    answer = (response) => response.end('{"pdq":["A","B"],"md5":["A"]}');
    expect(await client().match([Buffer.from('first'), Buffer.from('second')])).toEqual(['A', 'B']);
    expect(received.map(({ path }) => path)).toEqual(['/m/lookup', '/m/lookup']);
    for (const [i, content] of ['first', 'second'].entries()) {
      expect(received[i]?.body).toContain('name="photo"; filename="image"');
      expect(received[i]?.body).toContain(content);
    }
    answer = (response) => response.end('{"pdq":[]}');
    expect(await client().match([Buffer.from('unknown')])).toEqual([]);
  });

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(503).end('{"message":"index not yet ready"}')],
    ['another shape', (response: ServerResponse) => response.end('["A"]')],
  ])('%s is no answer', async (_, failing) => {
    answer = failing;
    await expect(client().match([Buffer.from('x')])).rejects.toThrow(ClassifierUnavailableError);
  });
});
