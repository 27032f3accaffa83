import { bearer } from '../floods/flood';
import { each, type Family, type HostileInput, json, MARKUP } from './input';

const HEADERS: Record<string, Record<string, string | string[]>> = {
  'a header of 90 kB': { 'x-abuse': 'v'.repeat(90_000) },
  'a Range of 5,000 parts': { range: `bytes=${Array.from({ length: 5_000 }, (_, i) => `${i}-`).join(',')}` },
  'a Range backwards': { range: 'bytes=9-1' },
  'a Range of huge numbers': { range: 'bytes=99999999999999999999-999999999999999999999' },
  'an If-None-Match of 50,000 tags': { 'if-none-match': '"a",'.repeat(12_000) },
  'an If-Modified-Since of nonsense': { 'if-modified-since': '\u00ff\u00fe' },
  'an Accept-Encoding of 20,000 codings': { 'accept-encoding': 'x;q=0.1,'.repeat(9_000) },
  'an Accept-Encoding of nonsense': { 'accept-encoding': ';;;q=q=q' },
  'an Accept-Language of 50 kB': { 'accept-language': 'aa-'.repeat(16_000) },
  'another Host': { host: 'evil.example' },
  'a Host of markup': { host: `a"${MARKUP}` },
  'a Host with a port of nonsense': { host: 'localhost:99999999' },
  'X-Forwarded-Host': { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  'X-Forwarded-For of localhost': { 'x-forwarded-for': '127.0.0.1, ::1', 'x-real-ip': '127.0.0.1' },
  'X-Forwarded-For of nonsense': { 'x-forwarded-for': MARKUP.repeat(20) },
  'X-Forwarded-For of 20,000 hops': { 'x-forwarded-for': '1.2.3.4,'.repeat(10_000) },
  Forwarded: { forwarded: 'for="[::1]";host=evil.example;proto=https' },
  'X-Original-URL': { 'x-original-url': '/api/admin/users', 'x-rewrite-url': '/api/admin/users' },
  'X-HTTP-Method-Override': { 'x-http-method-override': 'DELETE' },
  'an x-request-id of markup': { 'x-request-id': `${MARKUP}` },
  'a very long x-request-id': { 'x-request-id': 'a'.repeat(50_000) },
  'a traceparent of nonsense': { traceparent: '00-zz-zz-zz', tracestate: 'a='.repeat(10_000) },
  'a User-Agent of 80 kB': { 'user-agent': `Mozilla/5.0 ${'('.repeat(80_000)}` },
  'a Referer of markup': { referer: `http://x/${encodeURIComponent(MARKUP)}` },
  'Expect: 100-continue': { expect: '100-continue' },
  'Connection naming headers': { connection: 'authorization, cookie, x-client' },
  'TE of trailers': { te: 'trailers, deflate;q=0.5' },
};

/** Node itself rejects oversized or invalid headers with these statuses. */
const NODE_STATUSES = [400, 408, 417, 431];

export const HEADER_SHAPES: Family = {
  name: 'headers',
  inputs: ({ token }) => [
    ...each(HEADERS, (name, headers): HostileInput => ({
      name,
      send: { path: '/api/requests', headers: { ...bearer(token), ...headers } },
      also: ({ body, headers: back }) =>
        /evil\.example/.test(body + String(back.location)) ? 'trusts the header' : undefined,
    })),
    rawHead('a header of 200 kB', `x-abuse: ${'v'.repeat(200_000)}\r\n`),
    // socket.io closes connections that upgrade to another protocol.
    rawHead('an upgrade to HTTP/2', 'upgrade: h2c\r\n'),
    rawHead('2,000 headers', Array.from({ length: 2_000 }, (_, i) => `x-abuse-${i}: v\r\n`).join('')),
  ],
};

function rawHead(name: string, headers: string): HostileInput {
  return {
    name,
    bytes: `GET /api/plans HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n`,
    also: ({ status }) => ([0, 200, ...NODE_STATUSES].includes(status) ? undefined : `answered ${status}`),
  };
}

const KEYS: Record<string, string> = {
  'of 65 characters': 'k'.repeat(65),
  'of 30 kB': 'k'.repeat(30_000),
  'with a space': 'a b',
  'with markup': '<script>',
  'with a tab': 'a\tb',
  'above ASCII': '\u00e9\u00ff',
  'a prototype': '__proto__',
  'a pattern of Redis': '*{luit}:[a-z]?',
  'a key of Redis': 'luit:limit:{order:1}:x',
  quotes: `'";--`,
};

export const IDEMPOTENCY_KEYS: Family = {
  name: 'idempotency keys',
  inputs: ({ brokeToken }) =>
    each(KEYS, (name, key) => ({
      name,
      send: {
        method: 'POST',
        path: '/api/generate',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, ...bearer(brokeToken) },
        body: JSON.stringify({ prompt: 'A river', duration: 5, planId: '5s-480p' }),
      },
      status: [400, 402, 429],
    })),
};

const TYPES = [
  'text/plain',
  'text/plain;charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/html',
  'application/xml',
  'image/png',
  'application/octet-stream',
  'text/json',
  'application/jsonp',
  'x/application/json',
  'application/json, text/plain',
  'text/plain;application/json',
  '',
];

const FOREIGN: Record<string, Record<string, string>> = {
  'another origin': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'the origin of a sandboxed frame': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'another origin without fetch metadata': { origin: 'http://evil.example' },
  'a subdomain': { origin: 'http://evil.127.0.0.1', 'sec-fetch-site': 'same-site' },
  'fetch metadata alone': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
};

const SETS_COOKIES = ['/api/auth/signin', '/api/auth/refresh', '/api/admin/login'];

/** Pages of other sites can send these without a preflight request, and must not be able to sign users in. */
export const FOREIGN_PAGES: Family = {
  name: 'content types and origins',
  inputs: () => [
    ...TYPES.map((type): HostileInput => ({
      name: `a sign-in as ${type || 'no type'}`,
      send: {
        ...json('/api/auth/signin', { email: 'a@example.com', password: 'x' }),
        headers: { 'content-type': type },
      },
      status: [415],
    })),
    ...SETS_COOKIES.flatMap((path) =>
      each(FOREIGN, (name, headers): HostileInput => ({
        name: `${path} from ${name}`,
        send: json(path, { email: 'a@example.com', password: 'x' }, headers),
        status: [403],
      })),
    ),
  ],
};
