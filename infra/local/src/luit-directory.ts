import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder with all files of one local stack: `.luit`, or the value of LUIT_DIR. */
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

  /** Creates the folders, removes a stale stack.json, and rotates the logs of the last run to `<process>.log.1`. */
  prepare(): void {
    rmSync(this.stackFile, { force: true });
    for (const folder of ['logs', 'redis', 'storage', 'sandbox']) mkdirSync(this.path(folder), { recursive: true });
    for (const file of readdirSync(this.path('logs')).filter((name) => name.endsWith('.log'))) {
      renameSync(this.path('logs', file), this.path('logs', `${file}.1`));
    }
  }

  /** Removes all data, secrets and logs, but keeps the run record. */
  wipe(): void {
    for (const entry of readdirSync(this.root)) {
      if (entry !== path.basename(this.runFile)) rmSync(this.path(entry), { recursive: true, force: true });
    }
  }
}

/** Writes a JSON file atomically. */
export function writeJson(file: string, value: unknown, mode = 0o644): void {
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(temporary, file);
}
