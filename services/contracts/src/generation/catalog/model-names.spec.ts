import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_MODELS } from './shipped-models';

const ROOT = join(__dirname, '../../../../..');
const SERVICES = readdirSync(join(ROOT, 'services'))
  .map((name) => `services/${name}/src`)
  .filter((folder) => existsSync(join(ROOT, folder)));
/** Everything that is delivered. Other tools of `infra` configure a local installation, or pretend to be vendors. */
const FOLDERS = [...SERVICES, 'web/src', 'admin-web/src', 'ui/src', 'sdk/typescript/src', 'infra/tools/doctor/src'];
const IS_SOURCE = /\.(ts|tsx|sql)$/;
const IS_TEST = /\.(spec|slow|stories)\.tsx?$|\/(test|testing)\/|\/testing-/;
const CATALOG = 'services/contracts/src/generation/catalog/shipped/';

/** Ids and names of entries, and the vendors' ids of their models. */
const NAMES = SHIPPED_MODELS.flatMap(({ id, name, routes }) => [
  id,
  name,
  ...routes.flatMap(({ model }) => Object.values(model).flatMap((vendorModel) => vendorModel.split(':')[0] ?? [])),
]);
const escaped = NAMES.map((name) => name.replaceAll(/[.[\]]/g, '\\$&'));
const NAME = new RegExp(`(?<![a-z])(${[...new Set(escaped)].join('|')})`, 'i');

it('only the shipped catalog and tests name models', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ).filter((file) => IS_SOURCE.test(file) && !IS_TEST.test(file) && !file.startsWith(CATALOG));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (NAME.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
