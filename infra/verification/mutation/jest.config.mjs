import path from 'node:path';
import { fileURLToPath } from 'node:url';
import base from '../../../jest.config.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const transforms = Object.entries(base.transform).map(([pattern, [, options]]) => [
  pattern,
  [path.join(here, 'transform.mjs'), options],
]);

export default {
  ...base,
  rootDir: path.join(here, '..', '..', '..'),
  transform: Object.fromEntries(transforms),
  setupFiles: [...base.setupFiles, path.join(here, 'mutated-reads.cjs')],
};
