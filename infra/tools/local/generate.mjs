// `npm run generate`, or `npm run generate -- erd openapi` for some: writes the files that follow from other files. With `--check`
// it writes nothing and fails if a file is out of date; `npm test` does that after it has compiled.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile, fail, installDependencies, installPackages, requireNode, root } from './bootstrap.mjs';
import { readArguments } from './command-arguments.cjs';

/** Each module exports `generate`, which returns texts by path; undefined for a file to remove. */
const GENERATORS = {
  'data-map': () => import('../data-map/generate.mjs'),
  erd: () => import('../erd/generate.mjs'),
  notices: () => import('../notices/generate.mjs'),
  openapi: () => {
    // It needs the API of the compiler, which TypeScript 7 does not have. Its folder has packages of its own, with TypeScript 6.
    installPackages(path.join(root, 'infra', 'tools', 'openapi'));
    return import('../openapi/generate.mjs');
  },
  'redis-users': () => import('../redis-users/generate.mjs'),
};

const { names, options } = readArguments({
  command: 'npm run generate',
  names: Object.keys(GENERATORS),
  options: { check: null },
});
requireNode();
if (!options.check) {
  installDependencies();
  if (!(await compile())) fail('Compilation failed; see the errors above.');
}
for (const name of names.length > 0 ? names : Object.keys(GENERATORS)) {
  const { generate } = await GENERATORS[name]();
  for (const [file, text] of Object.entries(await generate())) update(name, path.join(root, file), text);
}

function update(name, file, text) {
  const current = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (text === current) return;
  const shown = path.relative(root, file);
  if (options.check) {
    console.error(`${shown} is out of date: run \`npm run generate -- ${name}\` and commit the result.`);
    process.exitCode = 1;
  } else {
    console.log(text === undefined ? `removed ${shown}` : `wrote ${shown}`);
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
}
