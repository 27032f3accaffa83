import { manyParameters } from '../floods/bodies';
import { bearer } from '../floods/flood';
import { each, type Family, MARKUP } from './input';

const QUERIES: Record<string, string> = {
  '5,000 parameters': manyParameters(5_000),
  'one parameter 5,000 times': Array.from({ length: 5_000 }, () => 'limit=1').join('&'),
  'a parameter twice': 'limit=1&limit=2',
  'an array': 'limit[]=1&limit[]=2',
  'an object': 'limit[a][b]=1',
  'deep brackets': `limit${'[a]'.repeat(3_000)}=1`,
  'a prototype': '__proto__[limit]=1&constructor[prototype][limit]=1',
  'half an escape': 'limit=%',
  'a wrong escape': 'limit=%zz',
  'invalid UTF-8': 'limit=%ff%fe%c0%af',
  NUL: 'type=%00',
  'a line break': 'type=video%0d%0ax-injected:1',
  'a negative limit': 'limit=-1',
  'a huge limit': 'limit=99999999999999999999',
  Infinity: 'limit=Infinity',
  'an exponent': 'limit=1e9',
  hexadecimal: 'limit=0x10',
  'a fraction': 'limit=1.5',
  'an empty limit': 'limit=',
  'a bad cursor': 'cursor=not-a-cursor',
  'a cursor with quotes': "cursor=1'%20OR%20'1'='1",
  'an empty name': '=1&=2&&&',
  'separators only': '&'.repeat(20_000),
  'pluses only': `q=${'+'.repeat(20_000)}`,
  'long value': `type=${'v'.repeat(60_000)}`,
  markup: `type=${encodeURIComponent(MARKUP)}`,
};

export const QUERY_STRINGS: Family = {
  name: 'query strings',
  inputs: ({ token }) =>
    each(QUERIES, (name, query) => ({
      name,
      send: { path: `/api/requests?${query}`, headers: bearer(token) },
      status: [200, 400, 404, 414, 431],
    })),
};

const PATHS: Record<string, string> = {
  traversal: '/../../../../etc/passwd',
  'traversal in assets': '/assets/../../../../etc/passwd',
  'encoded traversal': '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  'doubly encoded traversal': '/%252e%252e/%252e%252e/etc/passwd',
  backslashes: '/..\\..\\..\\etc\\passwd',
  'encoded backslashes': '/..%5c..%5cetc%5cpasswd',
  'traversal of files': '/api/files/../../etc/passwd',
  'encoded traversal of files': '/api/files/..%2f..%2f..%2fetc%2fpasswd',
  'doubly encoded traversal of files': '/api/files/..%252f..%252fetc%252fpasswd',
  'an absolute key': '/api/files//etc/passwd',
  'NUL in a key': '/api/files/uploads/a.png%00.txt?expires=9999999999&signature=x',
  'overlong dots': '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  'a semicolon': '/api/plans;jsessionid=1',
  'half an escape': '/%',
  'invalid UTF-8': '/api/%ff%fe',
  'a line break': '/api/plans%0d%0ax-injected:%201',
  'a space': '/api/plans%20',
  'a dot': '/api/./plans',
  'two slashes': '//api//plans',
  'a URL as path': '//evil.example/api/plans',
  'a very long path': `/api/${'a'.repeat(60_000)}`,
  'very many segments': `/${'a/'.repeat(20_000)}`,
  'a dotfile': '/.env',
  'a repository': '/.git/config',
  'a source map': '/assets/index.js.map',
  'a backup': '/index.html~',
  metrics: '/metrics',
  health: '/health/ready',
  'an id with quotes': "/api/requests/1'%20OR%20'1'='1",
  'an id of a prototype': '/api/requests/__proto__',
  'a very long id': `/api/requests/${'a'.repeat(5_000)}`,
  'an invoice outside': '/api/credits/invoices/..%2f..%2fetc%2fpasswd.pdf',
  'a download outside': '/api/download/..%2f..%2fetc%2fpasswd',
  markup: `/${encodeURIComponent(MARKUP)}`,
  'a javascript URL': '/javascript:alert(1)',
  'upper case': '/API/PLANS',
};

const LEAKS = /root:x:|\[core\]|DATABASE_URL|process_cpu_user_seconds/;

export const PATH_SHAPES: Family = {
  name: 'paths',
  inputs: ({ token }) =>
    each(PATHS, (name, path) => ({
      name,
      send: { path, headers: bearer(token) },
      also: ({ body, headers }) => {
        if (LEAKS.test(body)) return 'serves a file of the host';
        return headers.location?.includes('evil.example') ? 'redirects to another site' : undefined;
      },
    })),
};

const METHODS = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LOCK',
  'M-SEARCH',
  'SEARCH',
];

export const METHOD_SHAPES: Family = {
  name: 'methods',
  inputs: () =>
    METHODS.flatMap((method) =>
      ['/api/auth/signin', '/'].map((path) => ({
        name: `${method} ${path}`,
        send: { method, path },
        status: [200, 204, 400, 404, 405, 415],
        also: ({ headers }) => (headers['access-control-allow-origin'] ? 'allows other origins' : undefined),
      })),
    ),
};
