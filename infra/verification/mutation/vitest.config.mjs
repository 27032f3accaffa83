import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import web from '../../../web/vite.config';
import { applyMutant } from './apply-mutant.mjs';

const mutant = JSON.parse(process.env.LUIT_MUTANT ?? 'null');

/** Applies a mutant to its file in memory. The source tree is not changed. */
const mutation = {
  name: 'luit-mutation',
  enforce: 'pre',
  transform: (source, id) => (mutant && id.endsWith(mutant.file) ? applyMutant(source, mutant) : null),
};

export default mergeConfig(web, {
  root: path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'web'),
  plugins: [mutation],
});
