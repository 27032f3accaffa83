import { manyKeys } from '../floods/bodies';
import type { AttackerAccess } from '../participants';
import { bearer } from '../floods/flood';
import { each, type Family, type HostileInput, json, MARKUP } from './input';

const DEEP = 20_000;

/** Bodies that may break a parser or a validator. Each is invalid on every route that it is sent to. */
const SHAPES: Record<string, string | Buffer> = {
  'nothing but spaces': ' '.repeat(10_000),
  'an array': '[]',
  'a number': '1',
  'a string': '"x"',
  null: 'null',
  true: 'true',
  'half an object': '{"email":',
  'a trailing comma': '{"email":"a@b.co",}',
  'single quotes': "{'email':'a@b.co'}",
  'a comment': '{"email":"a@b.co" /* x */}',
  NaN: '{"email":NaN}',
  'duplicate keys': '{"email":"a@b.co","email":["x"],"email":{"a":1}}',
  'a prototype': '{"__proto__":{"isAdmin":true,"email":"a@b.co"}}',
  'a nested prototype': '{"email":{"__proto__":{"toString":1}}}',
  'a constructor': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'names of methods': '{"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1,"toJSON":1}',
  'a byte order mark': Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from('{"email":1}')]),
  'invalid UTF-8': Buffer.concat([Buffer.from('{"email":"'), Buffer.from('c328ff', 'hex'), Buffer.from('"}')]),
  'an overlong encoding': Buffer.concat([Buffer.from('{"email":"'), Buffer.from('c0af', 'hex'), Buffer.from('"}')]),
  'UTF-16': Buffer.from('{"email":"a@b.co"}', 'utf16le'),
  NUL: '{"email":"a\\u0000@b.co","password":"\\u0000","name":"\\u0000"}',
  'a raw NUL': '{"email":"a\u0000"}',
  'lone surrogates': '{"email":"\\ud800@b.co","password":"\\udfff","name":"\\ud83d"}',
  'bidirectional controls': '{"email":"\\u202emoc.b@a","name":"\\u2066\\u202e","password":"x"}',
  'a huge number': '{"email":1e99999,"duration":1e400}',
  'a number of 100,000 digits': `{"duration":${'9'.repeat(100_000)}}`,
  'a long string': JSON.stringify({ email: 'a'.repeat(900_000), prompt: 'b'.repeat(50_000), duration: 5 }),
  'a long address': JSON.stringify({ email: `${'a'.repeat(300)}@${'b'.repeat(300)}.co`, password: 'x', name: 'x' }),
  'a long key': `{"${'k'.repeat(500_000)}":1}`,
  'deep objects': '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
  'deep arrays': '['.repeat(DEEP) + ']'.repeat(DEEP),
  'a wide array': `{"email":[${'1,'.repeat(200_000)}1]}`,
  'wide arrays in arrays': `{"email":[${'[[]],'.repeat(100_000)}[]]}`,
  '60,000 keys': manyKeys(60_000),
  'keys that are numbers': manyKeys(40_000, ''),
  'keys that collide in a field': `{"email":${manyKeys(40_000)}}`,
  'over the limit': `"${'x'.repeat(1_100_000)}"`,
  'types mixed up': '{"email":{"a":1},"password":[],"name":false,"prompt":{},"duration":"5"}',
  'operators of a query language': '{"email":{"$gt":""},"password":{"$ne":null}}',
  'markup in every field': JSON.stringify({
    email: MARKUP,
    password: 'x',
    name: MARKUP,
    message: MARKUP,
    prompt: [MARKUP],
  }),
};

const STATUS = [400, 401, 404, 413, 415];

/** Routes that read a JSON body. */
const ROUTES: Record<string, (access: AttackerAccess) => [path: string, headers: Record<string, string>]> = {
  'a sign-in': () => ['/api/auth/signin', {}],
  'a contact message': () => ['/api/contact', {}],
  'a video': ({ token }) => ['/api/generate', bearer(token)],
};

export const JSON_SHAPES: Family = {
  name: 'JSON bodies',
  inputs: (access) =>
    Object.entries(ROUTES).flatMap(([route, target]): HostileInput[] =>
      each(SHAPES, (name, body) => {
        const [path, headers] = target(access);
        return { name: `${name}, to ${route}`, send: json(path, body, headers), status: STATUS };
      }),
    ),
};
