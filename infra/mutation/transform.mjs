// Jest's transform, which applies a mutant to its file in memory. The source tree is not changed.
import swc from '@swc/jest';
import { createHash } from 'node:crypto';
import { applyMutant } from './apply-mutant.mjs';

const mutant = JSON.parse(process.env.LUIT_MUTANT ?? 'null');
const SQL_LOADER = 'services/platform/src/database/sql-files.ts';

/** Jest does not transform `.sql` files, so their mutants apply to the text that the loader returns. */
function mutateSqlLoader(source, { file, find, replace }) {
  const [path, before, after] = [file, find, replace].map((text) => JSON.stringify(text));
  return `${source.replace('export function readSqlFile(', 'function readOriginal(')}
export function readSqlFile(folder: string, name: string): string {
  const text = readOriginal(folder, name);
  return ${path}.endsWith(\`/\${name}.sql\`) ? text.replace(${before}, () => ${after}) : text;
}`;
}

function mutate(source, filename) {
  if (mutant?.file.endsWith('.sql') && filename.endsWith(SQL_LOADER)) return mutateSqlLoader(source, mutant);
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
