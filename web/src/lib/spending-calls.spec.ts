import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import document from '../../../docs/openapi.json';

const SOURCES = resolve(import.meta.dirname, '..');
/** Where a request begins: its path, as a string or a template, and the options that follow it. */
const CALL = /\.(?:call|send)(?:<[^(]*>)?\(\s*(['`])(.+?)\1(?=([\s\S]{0,300}))/g;

/** The creators' routes that accept an idempotency key, as patterns. */
const keyedRoutes = Object.entries(document.paths as Record<string, Record<string, { parameters?: object[] }>>)
  .filter(
    ([path, { post }]) => !/^\/(v1|api\/admin)\//.test(path) && JSON.stringify(post ?? {}).includes('Idempotency-Key'),
  )
  .map(([path]) => path);

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|^testing/.test(file))
  .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const);

/** Whether a path in the code, in which `${…}` stands for anything, may be this route. */
function mayBe(route: string, path: string): boolean {
  const pattern = path.split(/\$\{.*?\}/).map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`).test(route);
}

/** The sent requests of routes with a key, and whether they have one. */
const calls = sources.flatMap(([file, text]) =>
  [...text.matchAll(CALL)].flatMap(([, , path = '', options = '']) => {
    const end = options.indexOf('});');
    const own = end === -1 ? options : options.slice(0, end);
    if (!/method: 'POST'/.test(own) || !keyedRoutes.some((route) => mayBe(route, path))) return [];
    return [{ file, path, hasKey: own.includes('idempotencyKey') }];
  }),
);

it('every request to a route that accepts an idempotency key has one', () => {
  expect(calls.length).toBeGreaterThanOrEqual(10);
  expect(calls.filter(({ hasKey }) => !hasKey)).toEqual([]);
});

it('every idempotency key comes from the intents of the client', () => {
  const invented = sources.filter(([, text]) =>
    /idempotencyKey: (?!string|options)|['"]idempotency-key['"]/i.test(text),
  );
  expect(invented.map(([file]) => file).sort()).toEqual(['lib/api-client.ts', 'shared/api-calls/video-call.ts']);
});
