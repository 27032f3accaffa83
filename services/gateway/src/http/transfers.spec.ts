import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOADS } from './transfers';

const DOCUMENT = join(__dirname, '..', '..', '..', '..', 'docs', 'openapi.json');

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
