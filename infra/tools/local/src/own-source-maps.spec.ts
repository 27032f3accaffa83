import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const local = path.resolve(__dirname, '..');

/** Loads a library that ships source maps, then fails in a module of Luit. */
const SCRIPT = `
  const library = require.resolve('typeorm');
  require(library);
  const { readCliOptions } = require('${local}/dist/cli-options.js');
  try {
    readCliOptions({ workers: 'many' }, {}, '/');
  } catch ({ stack }) {
    const isMapped = (file) => require('node:module').findSourceMap(file) !== undefined;
    console.log(JSON.stringify({ stack, isLibraryMapped: isMapped(library) }));
  }`;

const outcome = async (flags: string[]) => {
  const { stdout } = await run(process.execPath, [...flags, '-e', SCRIPT], { cwd: local });
  return JSON.parse(stdout) as { stack: string; isLibraryMapped: boolean };
};

describe('own-source-maps.cjs', () => {
  it('stack traces name lines of TypeScript, and source maps of libraries are not loaded', async () => {
    const preloaded = await outcome(['--require', path.join(local, 'own-source-maps.cjs')]);
    expect(preloaded.stack).toContain('src/cli-options.ts:');
    expect(preloaded.isLibraryMapped).toBe(false);
    expect((await outcome(['--enable-source-maps'])).isLibraryMapped).toBe(true);
  });
});
