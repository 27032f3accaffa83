import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where one local stack keeps everything: `.luit`, or what LUIT_DIR says. */
export class LuitDirectory {
  readonly root: string;

  constructor(root: string) {
    this.root = path.resolve(root);
  }

  readonly path = (...parts: string[]): string => path.join(this.root, ...parts);

  get stackFile(): string {
    return this.path('stack.json');
  }

  get runFile(): string {
    return this.path('run.json');
  }

  get secretsFile(): string {
    return this.path('secrets.json');
  }

  logFile(name: string): string {
    return this.path('logs', `${name}.log`);
  }

  /** Creates the folders and drops a stale stack.json; what the last run logged moves aside to `<process>.log.1`. */
  prepare(): void {
    rmSync(this.stackFile, { force: true });
    for (const folder of ['logs', 'redis', 'storage', 'sandbox']) mkdirSync(this.path(folder), { recursive: true });
    for (const file of readdirSync(this.path('logs')).filter((name) => name.endsWith('.log'))) {
      renameSync(this.path('logs', file), this.path('logs', `${file}.1`));
    }
  }

  /** Removes all data, secrets and logs, save the record of who is running here. */
  wipe(): void {
    for (const entry of readdirSync(this.root)) {
      if (entry !== path.basename(this.runFile)) rmSync(this.path(entry), { recursive: true, force: true });
    }
  }
}

/** Replaces a JSON file in one step, so that a reader never sees half of it. */
export function writeJson(file: string, value: unknown, mode = 0o644): void {
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(unfinished, file);
}
