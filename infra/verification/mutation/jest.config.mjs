import path from 'node:path';
import { fileURLToPath } from 'node:url';
import base from '../../../jest.config.js';

const [[pattern, [, options]]] = Object.entries(base.transform);
const here = path.dirname(fileURLToPath(import.meta.url));

export default {
  ...base,
  rootDir: path.join(here, '..', '..', '..'),
  transform: { [pattern]: [path.join(here, 'transform.mjs'), options] },
  setupFiles: [...base.setupFiles, path.join(here, 'mutated-reads.cjs')],
};
