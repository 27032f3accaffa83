import { bearer } from '../floods/flood';
import { each, type Family, type HostileInput } from './input';

/** Terms with a special meaning in SQL, LIKE, regular expressions or full-text search. */
const WORDS: Record<string, string> = {
  'a quote': "'",
  'an injected condition': "' OR 1=1 --",
  'an injected union': "' UNION SELECT password_hash FROM auth.users --",
  'a stacked statement': "'; DROP TABLE auth.users; --",
  'a sleep': "' || pg_sleep(10) --",
  'wildcards only': '%'.repeat(200),
  underscores: '_'.repeat(200),
  'wildcards in turn': '%_'.repeat(100),
  'a trailing escape': 'a\\',
  'escapes only': '\\'.repeat(199),
  'a regular expression': '(a+)+$',
  brackets: '[[[[[((((({{{{{',
  'full-text operators': "a & | ! <-> :* 'b",
  NUL: 'a\u0000b',
  'a lone surrogate': '%ED%A0%80',
  'bidirectional controls': '\u202e\u2066',
  'of 10,000 characters': 'a'.repeat(10_000),
};

const ROUTES: Record<string, string> = {
  users: '/api/admin/users?q=',
  'the export of users': '/api/admin/users/export.csv?q=',
  transactions: '/api/admin/transactions?q=',
  'the audit log': '/api/admin/audit-log?subject=',
};

export const SEARCHES: Family = {
  name: 'searches',
  inputs: ({ operatorToken }) =>
    Object.entries(ROUTES).flatMap(([route, path]) =>
      each(WORDS, (name, words): HostileInput => ({
        name: `${name} in ${route}`,
        send: { path: path + encodeURIComponent(words), headers: bearer(operatorToken) },
        status: [200, 400],
        also: ({ body }) => (/\$argon2|password_hash/.test(body) ? 'returns password hashes' : undefined),
      })),
    ),
};
