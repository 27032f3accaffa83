import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.resolve(__dirname, '..', '..', '..', name), 'utf8');

it('.env.example lists each variable of the Compose files with its default', () => {
  const files = ['docker-compose.yml', 'infra/docker/pgbouncer.yml', 'infra/docker/production.yml'];
  const used = [
    ...files
      .map(read)
      .join('')
      .matchAll(/\$\{([A-Z_]+):?-([^}]*)\}/g),
  ].map(([, name, value]) => `${name}=${value}`);
  const documented = [...read('.env.example').matchAll(/^[A-Z_]+=.*$/gm)].map(([line]) => line);
  expect([...new Set(used)].sort()).toEqual(documented.sort());
});
