import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishBuild, replaceFiles } from '../../ui/build/publish-build';

const HOUR_MS = 60 * 60_000;

describe('publishBuild', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'luit-build-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const has = (file: string) => existsSync(join(root, 'dist', file));
  const publish = (name: string, hours: number) => {
    write('dist/.next/index.html', name);
    write(`dist/.next/${name}.txt`, name);
    write('dist/.next/assets/shared.js', 'shared');
    write(`dist/.next/assets/${name}.js`, name);
    replaceFiles(join(root, 'dist/.next'), join(root, 'dist'), hours * HOUR_MS);
  };

  it('assets of a replaced build stay for a day after their replacement, other files do not', () => {
    publish('first', 0);
    publish('second', 100);
    expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toBe('second');
    expect([has('assets/first.js'), has('assets/second.js'), has('first.txt')]).toEqual([true, true, false]);
    publish('third', 123);
    expect(has('assets/first.js')).toBe(true);
    publish('fourth', 125);
    expect([has('assets/first.js'), has('assets/second.js'), has('assets/third.js')]).toEqual([false, true, true]);
    expect([has('assets/shared.js'), has('.next')]).toEqual([true, false]);
  });

  it('an asset that is built again counts as current', () => {
    publish('first', 0);
    publish('second', 1);
    publish('first', 20);
    publish('third', 26);
    expect(has('assets/first.js')).toBe(true);
  });

  it('a build replaces the output at its end, and a failed build leaves it as it was', async () => {
    const run = () =>
      build({
        configFile: false,
        root,
        logLevel: 'silent',
        plugins: [publishBuild()],
        build: { copyPublicDir: false },
      });
    write('index.html', '<script type="module" src="/main.js"></script>');
    write('main.js', 'console.log("first")');
    await run();
    const first = readFileSync(join(root, 'dist/index.html'), 'utf8');
    const asset = /src="\/(.+\.js)"/.exec(first)?.[1] ?? '';
    expect(has(asset)).toBe(true);

    write('main.js', 'import "./missing.js"');
    await expect(run()).rejects.toThrow('missing.js');
    expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toBe(first);
    expect(has(asset)).toBe(true);

    write('main.js', 'console.log("second")');
    await run();
    expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).not.toBe(first);
    expect(has(asset)).toBe(true);
  });
});
