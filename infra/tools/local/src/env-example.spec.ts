import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.resolve(__dirname, '..', '..', '..', '..', name), 'utf8');

it('.env.example lists each variable of the Compose files with its default', () => {
  const files = [
    'docker-compose.yml',
    ...['pgbouncer', 'production', 'vendors'].map((name) => `infra/deploy/docker/${name}.yml`),
  ];
  const used = [
    ...files
      .map(read)
      .join('')
      .matchAll(/\$\{([A-Z][A-Z0-9_]*):?-([^}]*)\}/g),
  ].map(([, name, value]) => `${name}=${value}`);
  const documented = [...read('.env.example').matchAll(/^[A-Z][A-Z0-9_]*=.*$/gm)].map(([line]) => line);
  expect([...new Set(used)].sort()).toEqual(documented.sort());
});

it('an installation has at most 70 settings', () => {
  expect(read('.env.example').match(/^[A-Z][A-Z0-9_]*=/gm)?.length).toBeLessThanOrEqual(70);
});
