// The transform of the tests, which plants a mutant into its file on the way. Nothing is written to the tree.
import swc from '@swc/jest';
import { createHash } from 'node:crypto';
import { plant } from './plant.mjs';

const mutant = JSON.parse(process.env.LUIT_MUTANT ?? 'null');

export default {
  createTransformer(options) {
    const inner = swc.createTransformer(options);
    const planted = (source, filename) => (mutant && filename.endsWith(mutant.file) ? plant(source, mutant) : source);
    return {
      ...inner,
      process: (source, filename, ...rest) => inner.process(planted(source, filename), filename, ...rest),
      getCacheKey: (source, filename, ...rest) =>
        createHash('sha256')
          .update(inner.getCacheKey(planted(source, filename), filename, ...rest))
          .digest('hex'),
    };
  },
};
