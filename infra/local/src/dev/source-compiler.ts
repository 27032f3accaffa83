import { type Options, transformFile } from '@swc/core';
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What `tsconfig.base.json` means for one file. */
const OPTIONS: Options = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs', ignoreDynamic: true },
};

const SOURCES = `${path.sep}src${path.sep}`;
/** Editors write a file in several steps. */
const SETTLED_MS = 30;

/** Compiles sources of workspaces file by file, without checking types, which takes milliseconds instead of seconds. */
export class SourceCompiler {
  private readonly watchers: FSWatcher[] = [];
  private readonly saved = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isCompiling = false;

  /**
   * @param folders of workspaces
   * @param log receives syntax errors
   */
  constructor(
    private readonly folders: string[],
    private readonly log: (line: string) => void,
  ) {}

  /** Compiles every source that is newer than its JavaScript. */
  async compileAll(): Promise<void> {
    const sources = this.folders.flatMap((folder) => sourcesIn(path.join(folder, 'src')));
    await this.compile(sources.filter((source) => modifiedAt(outputOf(source)) < modifiedAt(source)));
  }

  /** Compiles sources when they are saved. @param onCompiled called after each save; later ones wait until it resolves */
  watch(onCompiled: () => Promise<void>): void {
    for (const folder of this.folders) this.watchFolder(path.join(folder, 'src'), onCompiled);
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const watcher of this.watchers.splice(0)) watcher.close();
  }

  private watchFolder(folder: string, onCompiled: () => Promise<void>): void {
    const watcher = watch(folder, (_event, name) => {
      if (name) this.onSaved(path.join(folder, name), onCompiled);
    });
    this.watchers.push(watcher);
    for (const inner of foldersIn(folder)) this.watchFolder(inner, onCompiled);
  }

  private onSaved(file: string, onCompiled: () => Promise<void>): void {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) this.watchFolder(file, onCompiled);
    for (const source of stats.isDirectory() ? sourcesIn(file) : [file].filter(isSource)) this.saved.add(source);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.compileSaved(onCompiled), SETTLED_MS);
  }

  private async compileSaved(onCompiled: () => Promise<void>): Promise<void> {
    if (this.isCompiling) return;
    this.isCompiling = true;
    while (this.saved.size > 0) {
      const sources = [...this.saved];
      this.saved.clear();
      await this.compile(sources);
      await onCompiled();
    }
    this.isCompiling = false;
  }

  private async compile(sources: string[]): Promise<void> {
    await Promise.all(
      sources.map((source) =>
        compileFile(source).catch((error: unknown) =>
          this.log(`Could not compile ${source}:\n${(error as Error).message}`),
        ),
      ),
    );
  }
}

async function compileFile(source: string): Promise<void> {
  const output = outputOf(source);
  const sourceFileName = path.relative(path.dirname(output), source);
  const { code, map } = await transformFile(source, { ...OPTIONS, sourceFileName });
  await mkdir(path.dirname(output), { recursive: true });
  await writeFile(`${output}.map`, map ?? '');
  await writeFile(output, `${code}//# sourceMappingURL=${path.basename(output)}.map\n`);
}

/** `services/auth/src/main.ts` becomes `services/auth/dist/main.js`. */
function outputOf(source: string): string {
  const at = source.lastIndexOf(SOURCES);
  return `${source.slice(0, at)}${path.sep}dist${path.sep}${source.slice(at + SOURCES.length, -'.ts'.length)}.js`;
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => path.join(folder, name)).filter(isSource);
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

/** Tests are no part of a running service. */
function isSource(file: string): boolean {
  return file.endsWith('.ts') && !/\.(d|spec|slow)\.ts$/.test(file);
}

/** In ms since the epoch; 0 if the file does not exist. */
function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
