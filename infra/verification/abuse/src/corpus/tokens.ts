import { bearer } from '../floods/flood';
import { each, type Family, type HostileInput } from './input';

const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Forged variants of a valid token. */
function forged(token: string): Record<string, string> {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const withHeader = (change: object): string => `${encode({ ...header, ...change })}.${claims}.${signature}`;
  const withPayload = (change: object): string => `${head}.${encode({ ...payload, ...change })}.${signature}`;
  return {
    'no algorithm': `${encode({ ...header, alg: 'none' })}.${claims}.`,
    'no algorithm, in capitals': `${encode({ ...header, alg: 'NONE' })}.${claims}.${signature}`,
    'another algorithm': withHeader({ alg: 'HS256' }),
    'an unknown key': withHeader({ kid: 'unknown' }),
    'a key from a path': withHeader({ kid: '../../../../dev/null' }),
    'a key from a query': withHeader({ kid: "' UNION SELECT 'x" }),
    'a key that is an object': withHeader({ kid: { a: 1 } }),
    'a key from elsewhere': withHeader({ jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/' }),
    'a key inside': withHeader({ jwk: { kty: 'oct', k: 'eA' } }),
    'a critical extension': withHeader({ crit: ['abuse'], abuse: true }),
    'no signature': `${head}.${claims}.`,
    'half a signature': `${head}.${claims}.${signature.slice(0, 10)}`,
    'another signature': `${head}.${claims}.${signature.split('').reverse().join('')}`,
    'another user': withPayload({ sub: '00000000-0000-7000-8000-000000000000' }),
    'another audience': withPayload({ aud: 'admin' }),
    'no expiry': withPayload({ exp: undefined }),
    'a far expiry': withPayload({ exp: 99_999_999_999 }),
    'an expiry of text': withPayload({ exp: 'tomorrow' }),
    'no session': withPayload({ sid: undefined }),
    'two dots only': '..',
    'five parts': `${token}.a.b`,
    'no JSON': `${encode('x')}.${encode('y')}.${signature}`,
    'a prototype': `${encode('{"__proto__":{"alg":"none"}}')}.${claims}.`,
    'of 30 kB': `${head}.${'A'.repeat(30_000)}.${signature}`,
    'of bytes above ASCII': 'Bearer \u00ff\u00fe',
  };
}

export const TOKENS: Family = {
  name: 'access tokens',
  inputs: ({ token }) => [
    ...each(forged(token), (name, value): HostileInput => ({
      name,
      send: { path: '/api/credits/balance', headers: bearer(value) },
      status: [401],
    })),
    ...each({ Basic: `Basic ${encode('a:b')}`, 'no scheme': token }, (name, value) => ({
      name,
      send: { path: '/api/credits/balance', headers: { authorization: value } },
      status: [401],
    })),
    {
      name: 'a user’s token at an operators’ route',
      send: { path: '/api/admin/users', headers: bearer(token) },
      status: [401, 403],
    },
    {
      name: 'a token in the query',
      send: { path: `/api/credits/balance?access_token=${token}&token=${token}` },
      status: [401],
    },
  ],
};

const COOKIES: Record<string, string> = {
  'a refresh token that is none': 'luit_refresh=abc',
  'a cookie of 80 kB': `luit_refresh=${'a'.repeat(80_000)}`,
  '3,000 cookies': Array.from({ length: 3_000 }, (_, i) => `c${i}=1`).join('; '),
  'one cookie 3,000 times': Array.from({ length: 3_000 }, () => 'luit_refresh=a').join('; '),
  'half an escape': 'luit_refresh=%',
  'a prototype': '__proto__=1; constructor=2; luit_refresh=__proto__',
  'quotes and separators': 'luit_refresh="a;b,c"; ;;=;',
  'a host cookie over HTTP': '__Host-luit_refresh=abc; __Secure-luit_refresh=abc',
};

export const COOKIE_SHAPES: Family = {
  name: 'cookies',
  inputs: () =>
    each(COOKIES, (name, cookie) => ({
      name,
      send: json('/api/auth/refresh', cookie),
      status: [400, 401, 431],
    })),
};

function json(path: string, cookie: string) {
  return { method: 'POST', path, headers: { 'content-type': 'application/json', cookie }, body: '{}' };
}
