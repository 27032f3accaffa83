import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClassifierClient } from './classifier-client';
import { ClassifierUnavailableError } from './classifier-unavailable';

describe('the client of a classifier', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let received: { body: unknown; authorization?: string }[] = [];
  let now = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        received.push({ body, authorization: request.headers.authorization });
        answer(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    received = [];
    answer = (response) => response.end('{"scores":{"violence":0.5}}');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = (timeoutMs = 5_000) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return new ClassifierClient({ url, apiKey: 'secret', timeoutMs }, () => now);
  };

  it('sends a text or images with the key, and returns the scores', async () => {
    expect(await client().classify({ text: 'a river' })).toEqual({ violence: 0.5 });
    await client().classify({ images: [Buffer.from('abc')] });
    expect(received).toEqual([
      { body: { text: 'a river' }, authorization: 'Bearer secret' },
      { body: { images: ['YWJj'] }, authorization: 'Bearer secret' },
    ]);
  });

  it.each([
    ['a score above 1', '{"scores":{"violence":2}}'],
    ['no JSON', '<html>'],
    ['no scores', '{}'],
    ['too many bytes', ' '.repeat(65 * 1024)],
  ])('%s is no answer', async (_, text) => {
    answer = (response) => response.end(text);
    await expect(client().classify({ text: 'a' })).rejects.toThrow(ClassifierUnavailableError);
  });

  it('a silent classifier is given up', async () => {
    answer = () => undefined;
    await expect(client(50).classify({ text: 'a' })).rejects.toThrow(ClassifierUnavailableError);
  });

  it('after three failures it asks nothing for 30 seconds, then tries once', async () => {
    const failing = client();
    answer = (response) => response.writeHead(500).end();
    const ask = () => expect(failing.classify({ text: 'a' })).rejects.toThrow(ClassifierUnavailableError);
    for (let i = 0; i < 5; i += 1) await ask();
    expect(received).toHaveLength(3);
    now += 30_001;
    await Promise.all([ask(), ask()]);
    expect(received).toHaveLength(4);
    now += 30_001;
    answer = (response) => response.end('{"scores":{}}');
    expect(await failing.classify({ text: 'a' })).toEqual({});
    expect(await failing.classify({ text: 'a' })).toEqual({});
  });
});
