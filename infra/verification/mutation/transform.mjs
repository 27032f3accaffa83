// Jest's transform, which applies a mutant to its file in memory. The source tree is not changed.
import swc from '@swc/jest';
import { createHash } from 'node:crypto';
import { applyMutant } from './apply-mutant.mjs';

const mutant = JSON.parse(process.env.LUIT_MUTANT ?? 'null');

function mutate(source, filename) {
  return mutant && filename.endsWith(mutant.file) ? applyMutant(source, mutant) : source;
}

export default {
  createTransformer(options) {
    const inner = swc.createTransformer(options);
    return {
      ...inner,
      process: (source, filename, ...rest) => inner.process(mutate(source, filename), filename, ...rest),
      getCacheKey: (source, filename, ...rest) =>
        createHash('sha256')
          .update(inner.getCacheKey(mutate(source, filename), filename, ...rest))
          .digest('hex'),
    };
  },
};
