import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.resolve(__dirname, '..', '..', '..', name), 'utf8');

it('.env.example lists each variable of docker-compose.yml with its default', () => {
  const used = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+):?-([^}]*)\}/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  const documented = [...read('.env.example').matchAll(/^[A-Z_]+=.*$/gm)].map(([line]) => line);
  expect([...new Set(used)].sort()).toEqual(documented.sort());
});
