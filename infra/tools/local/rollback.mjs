// `npm run rollback`, or `npm run rollback -- RELEASE`: switches this checkout to an earlier release and keeps the data.
import path from 'node:path';
import { compile, fail, requireNode, root } from './bootstrap.mjs';
import { readArguments } from './command-arguments.cjs';

const { value: release } = readArguments({
  command: 'npm run rollback',
  value: { label: 'RELEASE', pattern: /^\d+\.\d+\.\d+$/ },
});
requireNode();
if (!(await compile())) fail('The checkout does not compile.');
const { rollBack } = await import('./dist/rollback.js');
try {
  await rollBack({
    checkout: root,
    luitDir: path.resolve(root, process.env.LUIT_DIR || '.luit'),
    release,
    log: (line) => console.log(line),
  });
} catch (error) {
  if (error.constructor.name !== 'UserError') throw error;
  fail(error.message);
}
