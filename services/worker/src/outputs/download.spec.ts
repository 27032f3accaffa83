import dns, { type LookupAddress } from 'node:dns';
import { securityEventCount } from '@luit/platform/testing/security-events';
import { freePort } from '@luit/platform/testing/redis';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download, type DownloadLimits } from './download';
import { OutputError } from './output-error';

type AddressCallback = (error: Error | null, addresses: LookupAddress[]) => void;

const CONTENT = Buffer.alloc(50_000, 'film');

describe('download', () => {
  let server: Server;
  let origin: string;
  let folder: string;
  let answer: RequestListener;
  let limits: DownloadLimits;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
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
    answer = (_request, response) => response.end(CONTENT);
    limits = { maxBytes: 100_000, timeoutMs: 10_000, idleMs: 10_000, trustedHosts: [], isLoopbackAllowed: true };
  });

  const fetchTo = (url: string, signal = new AbortController().signal): Promise<void> =>
    download(url, join(folder, 'file'), limits, signal);

  const refusal = (url: string): Promise<unknown> =>
    fetchTo(url).then(
      () => 'downloaded',
      (error: unknown) => error,
    );

  it('copies the bytes as they are, past a redirect', async () => {
    answer = (request, response) =>
      request.url === '/film' ? response.end(CONTENT) : response.writeHead(302, { location: '/film' }).end();
    await fetchTo(`${origin}/start`);
    expect((await readFile(join(folder, 'file'))).equals(CONTENT)).toBe(true);
  });

  it('follows no endless redirects, nor one to nowhere', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await refusal(origin)).toMatchObject({ code: 'too_many_redirects' });
    answer = (_request, response) => response.writeHead(302).end();
    expect(await refusal(origin)).toMatchObject({ code: 'http_302' });
  });

  it.each([404, 410, 500])('a URL that answers %d is dead, for now', async (status) => {
    answer = (_request, response) => response.writeHead(status).end();
    expect(await refusal(origin)).toMatchObject({ code: `http_${status}`, isFinal: false });
  });

  it('a URL where nobody listens is dead, for now', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    expect(await refusal(url)).toMatchObject({ code: 'unreachable', isFinal: false });
  });

  it('takes no more than it may, announced or not', async () => {
    limits.maxBytes = 1_000;
    expect(await refusal(origin)).toMatchObject({ code: 'too_large', isFinal: true });
    answer = (_request, response) => {
      response.write(CONTENT);
      response.end();
    };
    expect(await refusal(origin)).toMatchObject({ code: 'too_large', isFinal: true });
  });

  it('does not take half a file for a whole one', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 10_000), () => response.destroy());
    };
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable', isFinal: false });
  });

  it('waits neither for a server that says nothing nor for one that drips', async () => {
    answer = () => undefined;
    limits.idleMs = 50;
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable' });
    answer = (_request, response) => void response.write('drip');
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable' });
    limits = { ...limits, idleMs: 10_000, timeoutMs: 50 };
    expect(await refusal(origin)).toMatchObject({ code: 'unreachable', message: 'It took too long' });
  });

  it('stops for the reason of whoever asked it to', async () => {
    const stopping = new AbortController();
    answer = () => stopping.abort(new Error('stale'));
    await expect(fetchTo(origin, stopping.signal)).rejects.toThrow('stale');
  });

  it.each(['ftp://example.com/a', 'file:///etc/passwd', 'not a url', 'data:,a'])('refuses %s', async (url) => {
    expect(await refusal(url)).toBeInstanceOf(OutputError);
  });

  describe('in production', () => {
    beforeEach(() => {
      limits.isLoopbackAllowed = false;
    });

    it('reaches neither loopback nor private addresses, by number or by name, with TLS or without', async () => {
      for (const url of [
        origin,
        'https://127.0.0.1/',
        'https://169.254.169.254/',
        'https://[::1]/',
        'https://localhost/',
      ]) {
        const before = await securityEventCount('outbound_address_blocked');
        expect(await refusal(url)).toMatchObject({ code: 'forbidden_address', isFinal: true });
        expect(await securityEventCount('outbound_address_blocked')).toBe(before + 1);
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
      const asked = jest.fn();
      server.on('connection', asked);
      const { port } = new URL(origin);
      expect(await refusal(`https://${host}:${port}/`)).toMatchObject({ code: 'forbidden_address', isFinal: true });
      server.off('connection', asked);
      expect(asked).not.toHaveBeenCalled();
    });

    it('reaches the host of a configured provider, but follows it nowhere else that is private', async () => {
      limits.trustedHosts = [new URL(origin).host];
      await fetchTo(origin);
      answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      expect(await refusal(origin)).toMatchObject({ code: 'forbidden_address' });
    });
  });

  describe('from a name whose address changes', () => {
    /** Public by its number, and nobody's: nothing is there to be reached. */
    const PUBLIC = '2fff:ffff::1';
    const NAME = 'rebinding.example';
    let hits: number;

    beforeEach(() => {
      hits = 0;
      answer = (_request, response) => {
        hits += 1;
        response.end(CONTENT);
      };
      limits = { ...limits, timeoutMs: 1_000, isLoopbackAllowed: false };
    });

    afterEach(() => jest.restoreAllMocks());

    /** A name server that answers each question about the name with the next of these. */
    const resolving = (...answers: string[][]) =>
      jest.spyOn(dns, 'lookup').mockImplementation(((name: string, _options: object, callback: AddressCallback) => {
        expect(name).toBe(NAME);
        const addresses = answers.length > 1 ? answers.shift() : answers[0];
        callback(null, addresses?.map((address) => ({ address, family: isIP(address) })) ?? []);
      }) as unknown as typeof dns.lookup);

    const film = () => `https://${NAME}:${new URL(origin).port}/film`;

    it('is connected to where the check looked, not where the name leads a moment later', async () => {
      const asked = resolving([PUBLIC], ['127.0.0.1']);
      expect(await refusal(film())).toMatchObject({ code: 'unreachable' });
      expect(asked).toHaveBeenCalledTimes(1);
      expect(await refusal(film())).toMatchObject({ code: 'forbidden_address', isFinal: true });
      expect(hits).toBe(0);
    });

    it.each([
      ['a private address', ['127.0.0.1']],
      ['a public and a private one', [PUBLIC, '127.0.0.1']],
      ['a private one in the clothes of IPv6', ['::ffff:127.0.0.1']],
    ])('is refused where a redirect leads to %s', async (_what, addresses) => {
      resolving(addresses);
      limits.trustedHosts = [new URL(origin).host];
      let isRedirected = false;
      answer = (_request, response) => {
        if (isRedirected) hits += 1;
        isRedirected = true;
        response.writeHead(302, { location: film() }).end();
      };
      expect(await refusal(`${origin}/film`)).toMatchObject({ code: 'forbidden_address', isFinal: true });
      expect(isRedirected).toBe(true);
      expect(hits).toBe(0);
    });
  });
});
