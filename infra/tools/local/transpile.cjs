// Turns the TypeScript of packages into the JavaScript that Node runs, without checking types.
'use strict';
const { transform, version } = require('@swc/core');
const { existsSync, readdirSync, readFileSync, rmSync, statSync } = require('node:fs');
const { mkdir, readFile, stat, utimes, writeFile } = require('node:fs/promises');
const path = require('node:path');

const root = path.resolve(__dirname, '..', '..', '..');

/** What `tsconfig.base.json` means for one file. */
const OPTIONS = {
  swcrc: false,
  sourceMaps: true,
  inlineSourcesContent: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
};
const COMPILER = `${version} ${JSON.stringify(OPTIONS)}`;

/** Folders of the packages that Node runs. A build of images has some of them. */
exports.packages = () =>
  ['services', 'sdk', 'infra/tools', 'infra/verification']
    .flatMap((group) => readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)))
    .filter((folder) => existsSync(path.join(folder, 'package.json')) && existsSync(path.join(folder, 'src')));

exports.transpile = async (folders) => (await Promise.all(folders.map(transpilePackage))).flat();

async function transpilePackage(folder) {
  const [src, dist] = ['src', 'dist'].map((name) => path.join(folder, name));
  const modules = sourcesIn(src);
  if (modules.length === 0) return [];
  await mkdir(dist, { recursive: true });
  const stamp = path.join(dist, '.compiler');
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === COMPILER;
  removeOthers(dist, new Set(modules));
  const errors = [];
  await Promise.all(
    modules.map(async (module) => {
      const [source, output] = [path.join(src, `${module}.ts`), path.join(dist, `${module}.js`)];
      try {
        const { mtime } = await stat(source);
        if (!isCurrent || !isFrom(output, mtime)) await transpileFile(source, output, mtime);
      } catch (error) {
        errors.push(`Could not compile ${path.relative(root, source)}:\n${error.message}`);
      }
    }),
  );
  if (!isCurrent) await writeFile(stamp, COMPILER);
  return errors;
}

/** Its JavaScript gets the time of the source, so that a source that is replaced by an older one counts as changed. */
async function transpileFile(source, output, mtime) {
  const sourceFileName = path.relative(path.dirname(output), source);
  const { code, map } = await transform(await readFile(source, 'utf8'), {
    ...OPTIONS,
    filename: source,
    sourceFileName,
  });
  await mkdir(path.dirname(output), { recursive: true });
  await writeFile(`${output}.map`, map);
  await writeFile(output, `${code}//# sourceMappingURL=${path.basename(output)}.map\n`);
  await utimes(output, mtime, mtime);
}

/** File systems and Node round times to the millisecond, up or down. */
const isFrom = (output, mtime) =>
  Math.abs((statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0) - mtime.getTime()) < 1;

/** Names of a package's modules; tests are no part of what runs. */
function sourcesIn(src) {
  const files = readdirSync(src, { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(d|spec|slow)\.ts$/.test(file))
    .map((file) => file.slice(0, -3));
}

/** Removes what sources that no longer exist, and other compilers, left behind. */
function removeOthers(dist, modules) {
  for (const file of existsSync(dist) ? readdirSync(dist, { recursive: true }) : []) {
    const module = file.replace(/\.(js|js\.map|d\.ts|tsbuildinfo)$/, '');
    if (module !== file && !modules.has(module)) rmSync(path.join(dist, file));
  }
}

if (require.main === module)
  void exports.transpile(exports.packages()).then((errors) => {
    for (const error of errors) console.error(error);
    process.exitCode = errors.length > 0 ? 1 : 0;
  });
