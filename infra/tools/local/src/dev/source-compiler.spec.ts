import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { until } from '../testing/until';
import { SourceCompiler } from './source-compiler';

describe('SourceCompiler', () => {
  let folder: string;
  let compiler: SourceCompiler;
  let logged: string[];

  /** Seconds since the epoch: a test compiles and saves again within a millisecond, people do not. */
  let savedAt = 1_800_000_000;
  const write = (name: string, text: string) => {
    const file = path.join(folder, 'src', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    savedAt += 1;
    utimesSync(file, savedAt, savedAt);
  };
  const output = (name: string) => path.join(folder, 'dist', name);
  const sourceTime = (name: string) => statSync(path.join(folder, 'src', name)).mtime;
  const run = (name: string): object => {
    const exports = {};
    runInNewContext(readFileSync(output(name), 'utf8'), { exports });
    return { ...exports };
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-sources-'));
    const lines: string[] = [];
    logged = lines;
    compiler = new SourceCompiler([folder], (line) => lines.push(line));
    write('main.ts', 'export const answer: number = 1;');
  });

  afterEach(() => {
    compiler.stop();
    rmSync(folder, { recursive: true });
  });

  it('compiles sources that have changed, and no tests', async () => {
    write('deep/other.ts', 'export const other = 2;');
    write('main.spec.ts', '');
    await compiler.compile();
    expect(run('main.js')).toEqual({ answer: 1 });
    expect(JSON.parse(readFileSync(output('deep/other.js.map'), 'utf8'))).toMatchObject({
      sources: ['../../src/deep/other.ts'],
    });
    expect(existsSync(output('main.spec.js'))).toBe(false);
    rmSync(output('deep/other.js'));
    writeFileSync(output('main.js'), 'exports.answer = 3;');
    utimesSync(output('main.js'), sourceTime('main.ts'), sourceTime('main.ts'));
    await compiler.compile();
    expect(run('main.js')).toEqual({ answer: 3 });
    expect(run('deep/other.js')).toEqual({ other: 2 });
  });

  it('compiles a source that an older one replaces', async () => {
    await compiler.compile();
    write('main.ts', 'export const answer = 2;');
    const longAgo = new Date('2020-01-01');
    utimesSync(path.join(folder, 'src', 'main.ts'), longAgo, longAgo);
    await compiler.compile();
    expect(run('main.js')).toEqual({ answer: 2 });
  });

  it('compiles everything once its own options have changed', async () => {
    await compiler.compile();
    writeFileSync(output('main.js'), 'exports.answer = 3;');
    utimesSync(output('main.js'), sourceTime('main.ts'), sourceTime('main.ts'));
    writeFileSync(output('.compiler'), 'another compiler');
    await compiler.compile();
    expect(run('main.js')).toEqual({ answer: 1 });
  });

  it('removes the JavaScript of removed sources and what another compiler wrote, but no other file', async () => {
    write('other.ts', 'export const other = 2;');
    await compiler.compile();
    for (const name of ['main.spec.js', '.tsbuildinfo', 'main.d.ts', 'bundle.mjs']) writeFileSync(output(name), '');
    rmSync(path.join(folder, 'src', 'other.ts'));
    await compiler.compile();
    expect(readdirSync(path.join(folder, 'dist')).sort()).toEqual([
      ...['.compiler', 'bundle.mjs', 'main.d.ts', 'main.js', 'main.js.map'],
    ]);
  });

  it('compiles a source when it is saved, also in a new folder', async () => {
    let count = 0;
    await compiler.compile();
    compiler.watch(async () => void (count += 1));
    write('main.ts', 'export const answer = 2;');
    await until(() => count > 0 && readFileSync(output('main.js'), 'utf8').includes('2'));
    expect(run('main.js')).toEqual({ answer: 2 });
    write('new/folder.ts', 'export const inner = 1;');
    await until(() => existsSync(output('new/folder.js')));
    write('new/folder.ts', 'export const inner = 2;');
    await until(() => readFileSync(output('new/folder.js'), 'utf8').includes('2'));
  });

  it('reports a syntax error and keeps the JavaScript', async () => {
    await compiler.compile();
    compiler.watch(async () => undefined);
    write('main.ts', 'export const = ;');
    await until(() => logged.length > 0);
    expect(logged[0]).toMatch(/^Could not compile .*main\.ts:/);
    expect(run('main.js')).toEqual({ answer: 1 });
  });
});
