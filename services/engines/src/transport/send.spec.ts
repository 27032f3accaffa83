import { freePort } from '@luit/platform/testing/redis';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialHeaders } from '../credential';
import type { HttpRequest } from './http';
import { send } from './send';

describe('requests to servers', () => {
  let server: Server;
  let origin: string;
  let respond: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const request = (changes: Partial<HttpRequest> = {}) =>
    send({
      ...{ instance: { id: 'a', isOwn: true }, operation: 'get', method: 'GET', url: origin, headers: {} },
      ...{ timeoutMs: 60_000, signal: new AbortController().signal },
      ...changes,
    });

  it('a server that sends its first byte late is waited for, and one that sends none times out', async () => {
    respond = (_request, response) => void setTimeout(() => response.end('loaded'), 300);
    expect(await request()).toMatchObject({ status: 200, text: 'loaded' });
    await expect(request({ timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout', wasSent: true });
  });

  it('a refused connection proves that nothing was sent, and a broken one does not', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await expect(request({ url })).rejects.toMatchObject({ code: 'ECONNREFUSED', wasSent: false });
    respond = (incoming) => incoming.socket.destroy();
    await expect(request()).rejects.toMatchObject({ wasSent: true });
  });

  it('only an own server may have a private address', async () => {
    respond = (_request, response) => response.end('{}');
    const instance = { id: 'a', isOwn: false };
    await expect(request({ instance })).rejects.toMatchObject({ code: 'forbidden_address', wasSent: false });
    expect(await request()).toMatchObject({ status: 200 });
  });

  it('a form is sent as multipart with its length, and a response needs none', async () => {
    let received: NodeJS.Dict<string | string[]> = {};
    respond = (incoming, response) => {
      received = incoming.headers;
      incoming.resume().on('end', () => {
        response.write('a');
        response.end('b');
      });
    };
    const form = new FormData();
    form.append('prompt', 'boats');
    form.append('image', new Blob(['x']), 'x.png');
    expect(await request({ method: 'POST', body: form })).toMatchObject({ text: 'ab' });
    expect(received).toMatchObject({
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) as string,
    });
    expect(Number(received['content-length'])).toBeGreaterThan(100);
  });

  it('an endless response is cut', async () => {
    respond = (_request, response) => {
      const write = (): void => void response.write(Buffer.alloc(1_000_000), () => response.destroyed || write());
      write();
    };
    await expect(request()).rejects.toMatchObject({ code: 'response_too_large' });
  });

  it('a credential is a bearer token, or a header with its value', () => {
    expect(credentialHeaders(null)).toEqual({});
    expect(credentialHeaders('abc')).toEqual({ authorization: 'Bearer abc' });
    expect(credentialHeaders('X-API-Key: abc')).toEqual({ 'x-api-key': 'abc' });
  });
});
