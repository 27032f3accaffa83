import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { until } from '../testing/until';
import { SourceCompiler } from './source-compiler';

describe('SourceCompiler', () => {
  let folder: string;
  let compiler: SourceCompiler;
  let logged: string[];

  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, 'src', name)), { recursive: true });
    writeFileSync(path.join(folder, 'src', name), text);
  };
  const output = (name: string) => path.join(folder, 'dist', name);
  const run = (name: string): object => {
    const exports = {};
    runInNewContext(readFileSync(output(name), 'utf8'), { exports });
    return { ...exports };
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-sources-'));
    logged = [];
    compiler = new SourceCompiler([folder], (line) => logged.push(line));
    write('main.ts', 'export const answer: number = 1;');
  });

  afterEach(() => {
    compiler.stop();
    rmSync(folder, { recursive: true });
  });

  it('compiles sources that are newer than their JavaScript, and no tests', async () => {
    write('deep/other.ts', 'export const other = 2;');
    write('main.spec.ts', '');
    await compiler.compileAll();
    expect(run('main.js')).toEqual({ answer: 1 });
    expect(JSON.parse(readFileSync(output('deep/other.js.map'), 'utf8'))).toMatchObject({
      sources: ['../../src/deep/other.ts'],
    });
    expect(existsSync(output('main.spec.js'))).toBe(false);
    writeFileSync(output('main.js'), 'exports.answer = 3;');
    const long = new Date('2020-01-01');
    utimesSync(path.join(folder, 'src', 'main.ts'), long, long);
    await compiler.compileAll();
    expect(run('main.js')).toEqual({ answer: 3 });
  });

  it('compiles a source when it is saved, also in a new folder', async () => {
    let count = 0;
    await compiler.compileAll();
    compiler.watch(async () => void (count += 1));
    write('main.ts', 'export const answer = 2;');
    await until(() => count === 1);
    expect(run('main.js')).toEqual({ answer: 2 });
    write('new/folder.ts', 'export const inner = 1;');
    await until(() => existsSync(output('new/folder.js')));
    write('new/folder.ts', 'export const inner = 2;');
    await until(() => readFileSync(output('new/folder.js'), 'utf8').includes('2'));
  });

  it('reports a syntax error and keeps the JavaScript', async () => {
    await compiler.compileAll();
    compiler.watch(async () => undefined);
    write('main.ts', 'export const = ;');
    await until(() => logged.length > 0);
    expect(logged[0]).toMatch(/^Could not compile .*main\.ts:/);
    expect(run('main.js')).toEqual({ answer: 1 });
  });
});
