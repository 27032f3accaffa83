import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { postgresOwner } from './postgres-binaries';

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

  /** Creates the folder, closed to other users; one that exists, and may have other uses, keeps its mode. */
  create(): void {
    if (mkdirSync(this.root, { recursive: true }) === undefined) return;
    const owner = postgresOwner();
    // Postgres, which does not run as root, has its data inside. It may enter the folder, but not read it.
    if ('gid' in owner) chownSync(this.root, -1, owner.gid);
    chmodSync(this.root, 'gid' in owner ? 0o710 : 0o700);
  }

  /** Creates the folders for this user alone, removes a stale stack.json, and rotates the logs of the last run to `<process>.log.1`. */
  prepare(): void {
    rmSync(this.stackFile, { force: true });
    for (const folder of ['logs', 'redis', 'storage', 'sandbox']) {
      mkdirSync(this.path(folder), { recursive: true });
      chmodSync(this.path(folder), 0o700);
    }
    for (const file of readdirSync(this.path('logs')).filter((name) => name.endsWith('.log'))) {
      renameSync(this.path('logs', file), this.path('logs', `${file}.1`));
    }
  }

  /**
   * Moves all data, secrets and logs to a folder beside this one, and keeps the run record.
   *
   * @returns that folder, or undefined if there was nothing to move
   */
  setAside(at: Date): string | undefined {
    const entries = readdirSync(this.root).filter((entry) => entry !== path.basename(this.runFile));
    if (entries.length === 0) return undefined;
    const kept = `${this.root}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`;
    mkdirSync(kept, { mode: 0o700 });
    for (const entry of entries) renameSync(this.path(entry), path.join(kept, entry));
    return kept;
  }
}

/** Writes a JSON file atomically. Only its owner can read it. */
export function writeJson(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
