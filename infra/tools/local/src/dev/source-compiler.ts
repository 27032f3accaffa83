import { transpile } from '@luit/local/transpile';
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps. */
const SETTLED_MS = 30;

/** Compiles changed sources of workspaces without checking types, which takes milliseconds instead of seconds. */
export class SourceCompiler {
  private readonly watchers: FSWatcher[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isCompiling = false;
  private hasChanges = false;

  /**
   * @param folders of workspaces
   * @param log receives syntax errors
   */
  constructor(
    private readonly folders: string[],
    private readonly log: (line: string) => void,
  ) {}

  async compile(): Promise<void> {
    for (const error of await transpile(this.folders)) this.log(error);
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
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) this.watchFolder(file, onCompiled);
    else if (!file.endsWith('.ts')) return;
    this.hasChanges = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.compileSaved(onCompiled), SETTLED_MS);
  }

  private async compileSaved(onCompiled: () => Promise<void>): Promise<void> {
    if (this.isCompiling) return;
    this.isCompiling = true;
    while (this.hasChanges) {
      this.hasChanges = false;
      await this.compile();
      await onCompiled();
    }
    this.isCompiling = false;
  }
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}
