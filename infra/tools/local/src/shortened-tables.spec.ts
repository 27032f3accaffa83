import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const services = path.join(root, 'services');

it('`npm run verify -- slow` runs in full every spec file that `npm test` shortens', () => {
  const specs = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /^[^/]+\/src\/.*\.spec\.ts$/.test(file) &&
      readFileSync(path.join(services, file), 'utf8').includes("/full-tables'"),
  );
  const [, names = ''] =
    /const SHORTENED =\s+'([^']+)'/.exec(readFileSync(path.join(root, 'infra/tools/local/verify.mjs'), 'utf8')) ?? [];
  const shortened = names.split(' ');
  expect(specs.length).toBeGreaterThan(0);
  expect(specs.map((file) => path.basename(file, '.spec.ts')).filter((name) => !shortened.includes(name))).toEqual([]);
});
