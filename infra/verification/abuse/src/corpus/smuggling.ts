import { countResponses } from '../wire/connection';
import type { Family, HostileInput } from './input';

/** Framing headers that two servers may interpret differently. */
const HEADS: Record<string, string> = {
  'length and chunks': 'content-length: 6\r\ntransfer-encoding: chunked',
  'chunks and length': 'transfer-encoding: chunked\r\ncontent-length: 6',
  'two lengths': 'content-length: 5\r\ncontent-length: 60',
  'two lengths in one': 'content-length: 5, 60',
  'a negative length': 'content-length: -1',
  'a signed length': 'content-length: +5',
  'a hexadecimal length': 'content-length: 0x5',
  'a huge length': 'content-length: 99999999999999999999999',
  'a length with a space before the colon': 'content-length : 5',
  'chunks with a space before the colon': 'transfer-encoding : chunked',
  'chunks twice': 'transfer-encoding: chunked\r\ntransfer-encoding: identity',
  'chunks misspelled': 'transfer-encoding: xchunked',
  'chunks after a tab': 'transfer-encoding:\tchunked',
  'chunks after a vertical tab': 'transfer-encoding:\u000bchunked',
  'chunks folded': 'transfer-encoding:\r\n chunked',
  'chunks before identity': 'transfer-encoding: chunked, identity',
  'chunks in capitals': 'TRANSFER-ENCODING: CHUNKED\r\ncontent-length: 4',
  'a header without a colon': 'content-length 5',
  'a bare line feed': 'x: y\ncontent-length: 5',
  'a bare carriage return': 'x: y\rcontent-length: 5',
  'NUL in a header': 'x: a\u0000b',
};

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nhost: a\r\n\r\n';

const LINES: Record<string, string> = {
  'no version': 'GET /api/plans\r\n\r\n',
  'another version': 'GET /api/plans HTTP/9.9\r\nhost: a\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a Redis command': '*1\r\n$8\r\nFLUSHALL\r\n',
  'an SMTP greeting': 'EHLO evil.example\r\n',
  'an absolute address': 'GET http://evil.example/api/plans HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  CONNECT: 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n',
  'no host': 'GET /api/plans HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /api/plans HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  'a method of 10 kB': `${'A'.repeat(10_000)} / HTTP/1.1\r\nhost: a\r\n\r\n`,
  'bad chunk sizes':
    'POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'a huge chunk size':
    'POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n',
  'a long chunk extension': `POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2;${'a'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
  'trailers of 90 kB': `POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ${'a'.repeat(90_000)}\r\n\r\n`,
};

/** Requests with a second request in their body, which must never get a response. */
export const SMUGGLING: Family = {
  name: 'framing of requests',
  inputs: () => [
    ...Object.entries(HEADS).map(([name, head]): HostileInput => ({
      name,
      bytes: `POST /api/auth/signin HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      also: (response) => {
        if (countResponses(response) > 2) return `${countResponses(response)} responses to one request`;
        return response.status >= 500 ? `answered ${response.status}` : undefined;
      },
    })),
    ...Object.entries(LINES).map(([name, bytes]): HostileInput => ({ name, bytes })),
  ],
};
