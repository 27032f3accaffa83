import dns, { type LookupAddress } from 'node:dns';
import { eventually } from '@luit/platform/testing/eventually';
import { freePort } from '@luit/platform/testing/redis';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download, type DownloadLimits, type OutputAccess } from './download';
import { OutputError } from './output-error';

type AddressCallback = (error: Error | null, addresses: LookupAddress[]) => void;

const CONTENT = Buffer.alloc(50_000, 'video');

describe('download', () => {
  let server: Server;
  let origin: string;
  let folder: string;
  let respond: RequestListener;
  let limits: DownloadLimits;
  let access: OutputAccess | undefined;

  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'luit-download-'));
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    respond = (_request, response) => response.end(CONTENT);
    limits = { maxBytes: 100_000, timeoutMs: 10_000, idleMs: 10_000, isLoopbackAllowed: true };
    access = undefined;
  });

  const fetchTo = (url: string, signal = new AbortController().signal): Promise<void> =>
    download(url, join(folder, 'file'), limits, signal, access);

  /** What arrives together with the end of a connection may be lost. */
  const hasWritten = (bytes: number) =>
    eventually(async () => expect((await stat(join(folder, 'file'))).size).toBe(bytes));

  const refusal = (url: string): Promise<unknown> =>
    fetchTo(url).then(
      () => 'downloaded',
      (error: unknown) => error,
    );

  it('the bytes are copied unchanged, also after a redirect', async () => {
    respond = (request, response) =>
      request.url === '/video' ? response.end(CONTENT) : response.writeHead(302, { location: '/video' }).end();
    await fetchTo(`${origin}/start`);
    expect((await readFile(join(folder, 'file'))).equals(CONTENT)).toBe(true);
  });

  it('a download that breaks continues where it stopped, if the file is the same', async () => {
    const ranges: (string | undefined)[] = [];
    respond = (request, response) => {
      const { range } = request.headers;
      ranges.push(range);
      const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const headers = { etag: '"1"', 'content-length': CONTENT.length - start };
      if (start > 0)
        headers['content-range' as never] = `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}` as never;
      response.writeHead(start > 0 ? 206 : 200, headers);
      response.write(CONTENT.subarray(start, start + 20_000), () => {
        if (start >= 30_000) response.end(CONTENT.subarray(start + 20_000));
        else void hasWritten(start + 20_000).then(() => response.socket?.end());
      });
    };
    await fetchTo(origin);
    expect((await readFile(join(folder, 'file'))).equals(CONTENT)).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=20000-', 'bytes=40000-']);
  });

  it('a server of our own gets its credential, and nobody else does', async () => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(CONTENT);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    respond = (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }).end();
    };
    const access = { origin, headers: { authorization: 'Bearer a' }, isOwn: true };
    const { signal } = new AbortController();
    await download(origin, join(folder, 'file'), limits, signal, access);
    expect(seen).toEqual(['Bearer a', undefined]);
    const production = { ...limits, isLoopbackAllowed: false };
    await expect(download(origin, join(folder, 'file'), production, signal, access)).rejects.toMatchObject({
      code: 'forbidden_address',
    });
    other.close();
  });

  it('endless redirects, and one without a location, are refused', async () => {
    respond = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await refusal(origin)).toMatchObject({ code: 'too_many_redirects' });
    respond = (_request, response) => response.writeHead(302).end();
    expect(await refusal(origin)).toMatchObject({ code: 'http_302' });
  });

  it.each([404, 410, 500])('a response of %d is a temporary failure', async (status) => {
    respond = (_request, response) => response.writeHead(status).end();
    expect(await refusal(origin)).toMatchObject({ code: `http_${status}`, isFinal: false });
  });

  it('a refused connection is a temporary failure', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    expect(await refusal(url)).toMatchObject({ code: 'unreachable', isFinal: false });
  });

  it('the size limit applies with and without a Content-Length', async () => {
    limits.maxBytes = 1_000;
    expect(await refusal(origin)).toMatchObject({ code: 'too_large', isFinal: true });
    respond = (_request, response) => {
      response.write(CONTENT);
      response.end();
    };
    expect(await refusal(origin)).toMatchObject({ code: 'too_large', isFinal: true });
  });

  it('a truncated file is refused', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 10_000), () => response.destroy());
    };
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable', isFinal: false });
  });

  it('servers that send nothing, or too slowly, time out', async () => {
    respond = () => undefined;
    limits.idleMs = 50;
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable' });
    respond = (_request, response) => void response.write('drip');
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable' });
    limits = { ...limits, idleMs: 10_000, timeoutMs: 50 };
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable', message: 'The download timed out' });
  });

  it('an aborted signal rejects with its reason', async () => {
    const controller = new AbortController();
    respond = () => controller.abort(new Error('stale'));
    await expect(fetchTo(origin, controller.signal)).rejects.toThrow('stale');
  });

  it.each(['ftp://example.com/a', 'file:///etc/passwd', 'not a url', 'data:,a'])('%s is refused', async (url) => {
    expect(await refusal(url)).toBeInstanceOf(OutputError);
  });

  describe('in production', () => {
    beforeEach(() => {
      limits.isLoopbackAllowed = false;
    });

    it('loopback and private addresses are refused, by address or name, with or without TLS', async () => {
      for (const url of [
        origin,
        'https://127.0.0.1/',
        'https://169.254.169.254/',
        'https://[::1]/',
        'https://localhost/',
      ]) {
        expect(await refusal(url)).toMatchObject({ code: 'forbidden_address', isFinal: true });
      }
    });

    it.each([
      ['loopback', '127.0.0.1'],
      ['loopback in decimal', '2130706433'],
      ['loopback in octal', '0177.0.0.1'],
      ['loopback in hex', '0x7f.0.0.1'],
      ['loopback in short', '127.1'],
      ['this host', '0.0.0.0'],
      ['a private network', '10.0.0.1'],
      ['a private network in decimal', '167772161'],
      ['a private network in hex', '0xc0a80101'],
      ['link-local', '169.254.169.254'],
      ['link-local in decimal', '2852039166'],
      ['loopback in IPv6', '[::1]'],
      ['link-local in IPv6', '[fe80::1]'],
      ['loopback mapped into IPv6', '[::ffff:127.0.0.1]'],
      ['loopback mapped into IPv6, in hex', '[::ffff:7f00:1]'],
      ['link-local mapped into IPv6', '[::ffff:169.254.169.254]'],
      ['loopback by NAT64', '[64:ff9b::127.0.0.1]'],
    ])('refuses %s (%s) before it connects', async (_what, host) => {
      const onConnection = jest.fn();
      server.on('connection', onConnection);
      const { port } = new URL(origin);
      expect(await refusal(`https://${host}:${port}/`)).toMatchObject({ code: 'forbidden_address', isFinal: true });
      server.off('connection', onConnection);
      expect(onConnection).not.toHaveBeenCalled();
    });

    it('the host of an own server is allowed, but not its redirects to other private addresses', async () => {
      access = { origin, headers: {}, isOwn: true };
      await fetchTo(origin);
      respond = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      expect(await refusal(origin)).toMatchObject({ code: 'forbidden_address' });
    });
  });

  describe('with a name whose address changes (DNS rebinding)', () => {
    /** A public address that nothing listens on. */
    const PUBLIC = '2fff:ffff::1';
    const NAME = 'rebinding.example';
    let hits: number;

    beforeEach(() => {
      hits = 0;
      respond = (_request, response) => {
        hits += 1;
        response.end(CONTENT);
      };
      limits = { ...limits, timeoutMs: 1_000, isLoopbackAllowed: false };
    });

    afterEach(() => jest.restoreAllMocks());

    /** Mocks DNS: each lookup returns the next answer, and the last one repeats. */
    const resolving = (...answers: string[][]) =>
      jest.spyOn(dns, 'lookup').mockImplementation(((name: string, _options: object, callback: AddressCallback) => {
        expect(name).toBe(NAME);
        const addresses = answers.length > 1 ? answers.shift() : answers[0];
        callback(null, addresses?.map((address) => ({ address, family: isIP(address) })) ?? []);
      }) as unknown as typeof dns.lookup);

    const video = () => `https://${NAME}:${new URL(origin).port}/video`;

    it('the connection uses the checked address', async () => {
      const lookups = resolving([PUBLIC], ['127.0.0.1']);
      expect(await refusal(video())).toMatchObject({ code: 'unreachable' });
      expect(lookups).toHaveBeenCalledTimes(1);
      expect(await refusal(video())).toMatchObject({ code: 'forbidden_address', isFinal: true });
      expect(hits).toBe(0);
    });

    it.each([
      ['a private address', ['127.0.0.1']],
      ['a public and a private one', [PUBLIC, '127.0.0.1']],
      ['an IPv4-mapped private one', ['::ffff:127.0.0.1']],
    ])('a redirect to %s is refused', async (_what, addresses) => {
      resolving(addresses);
      access = { origin, headers: {}, isOwn: true };
      let isRedirected = false;
      respond = (_request, response) => {
        if (isRedirected) hits += 1;
        isRedirected = true;
        response.writeHead(302, { location: video() }).end();
      };
      expect(await refusal(`${origin}/video`)).toMatchObject({ code: 'forbidden_address', isFinal: true });
      expect(isRedirected).toBe(true);
      expect(hits).toBe(0);
    });
  });
});
