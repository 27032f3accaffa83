import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postWebhook } from './post-webhook';

describe('delivery of a webhook', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; location?: string };
  let received: { method?: string; headers: IncomingHttpHeaders; body: string }[];

  beforeEach(async () => {
    answer = { status: 200 };
    received = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ method: request.method, headers: request.headers, body });
        response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('thanks');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const post = (isLoopbackAllowed = true, address = url) =>
    postWebhook(
      { url: address, headers: { 'content-type': 'application/json', 'webhook-id': 'a' }, body: '{"text":"रात"}' },
      isLoopbackAllowed,
    );

  it('sends the body with its headers, and counts any status from 200 to 299 as success', async () => {
    expect(await post()).toBeNull();
    answer = { status: 204 };
    expect(await post()).toBeNull();
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({
      method: 'POST',
      headers: { 'webhook-id': 'a', 'content-type': 'application/json' },
      body: '{"text":"रात"}',
    });
  });

  it('names the status of a refusal, and follows no redirect', async () => {
    answer = { status: 500 };
    expect(await post()).toBe('The server responded with status 500');
    answer = { status: 302, location: url };
    expect(await post()).toBe('The server responded with status 302');
    expect(received).toHaveLength(2);
  });

  it('says why no one can be reached', async () => {
    expect(await post(true, 'http://127.0.0.1:1/')).toBe('The server could not be reached');
  });

  it.each([
    ['a request without TLS', 'http://hooks.example.com/'],
    ['a private address', 'https://10.0.0.1/'],
    ['a private IPv6 address', 'https://[::1]/'],
    ['a name that resolves to a private address', 'https://localhost/'],
    ['a name that does not exist', 'https://unknown.invalid/'],
  ])('refuses %s outside local mode, and all with one text', async (_what, address) => {
    expect(await post(false, address)).toBe('The server could not be reached');
    expect(await post(false)).toBe('The server could not be reached');
    expect(received).toEqual([]);
  });
});
