import fastify from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTION_LIMITS } from './connection-limits';
import { DOWNLOADS, limitTransfers } from './transfers';

const DOCUMENT = join(__dirname, '..', '..', '..', '..', '..', 'docs', 'openapi.json');

interface Operation {
  responses: Record<string, unknown>;
}

it('every route that sends ranges of a file counts as a download', () => {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, { get?: Operation }> };
  const ranged = Object.entries(paths).filter(([, { get }]) => get && '206' in get.responses);
  const urls = ranged.map(([path]) => path.replace('{path}', '*').replace(/\{(\w+)\}/g, ':$1'));
  expect(urls).toContain('/api/files/*');
  for (const url of urls) expect(DOWNLOADS).toContain(url);
});

it('the addresses of one IPv6 customer share their transfers', async () => {
  const app = fastify();
  limitTransfers(app, { ...CONNECTION_LIMITS, transfers: { perSubject: 1, total: 10 } });
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let start = () => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  app.get('/api/download/:id', async ({ params }) => {
    if ((params as { id: string }).id !== 'slow') return '';
    start();
    await finished;
    return '';
  });
  const download = (remoteAddress: string, id = 'quick') => app.inject({ url: `/api/download/${id}`, remoteAddress });
  const slow = download('2001:db8:1:2::1', 'slow');
  await started;
  expect((await download('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
  expect((await download('2001:db8:1:3::1')).statusCode).toBe(200);
  finish();
  expect((await slow).statusCode).toBe(200);
  await app.close();
});
