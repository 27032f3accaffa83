import { claimedRunnerJob } from '@luit/contracts/generation/runners';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { log } from './log';

const storedJob = z.object({
  job: claimedRunnerJob,
  /** Of `--engine`. */
  engineId: z.string(),
  claimedAt: z.number(),
  /** The task at the server, once it is known. */
  externalId: z.string().nullable(),
  /** The finished output in the folder. */
  output: z.object({ bytes: z.number(), sha256: z.string() }).nullable(),
});
/** A job that the runner holds, as it is kept on disk, so that a restart continues it. */
export type StoredJob = z.infer<typeof storedJob>;

/** The folder is used by another process. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/** The runner's folder: its id, the jobs that it holds, and their outputs. */
export class JobFiles {
  readonly runnerId: string;
  private readonly jobsFolder: string;

  /** @throws FolderInUseError */
  constructor(folder: string) {
    this.jobsFolder = join(folder, 'jobs');
    mkdirSync(this.jobsFolder, { recursive: true, mode: 0o700 });
    lock(join(folder, 'pid'));
    this.runnerId = idIn(join(folder, 'id'));
  }

  /** Jobs of an earlier process. A file that was damaged by a power failure is left out and removed. */
  read(): StoredJob[] {
    const names = readdirSync(this.jobsFolder);
    const jobs = names.filter((name) => name.endsWith('.json')).flatMap((name) => this.readOne(name) ?? []);
    const known = new Set(jobs.map(({ job }) => job.id));
    for (const name of names)
      if (!known.has(name.split('.', 1)[0]!)) rmSync(join(this.jobsFolder, name), { force: true });
    return jobs;
  }

  write(stored: StoredJob): void {
    const path = join(this.jobsFolder, `${stored.job.id}.json`);
    const file = openSync(`${path}.new`, 'w', 0o600);
    writeFileSync(file, JSON.stringify(stored));
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
  }

  outputPath(id: string): string {
    return join(this.jobsFolder, `${id}.output`);
  }

  remove(id: string): void {
    for (const name of [`${id}.output`, `${id}.json`]) rmSync(join(this.jobsFolder, name), { force: true });
  }

  private readOne(name: string): StoredJob | undefined {
    try {
      return storedJob.parse(JSON.parse(readFileSync(join(this.jobsFolder, name), 'utf8')));
    } catch (error) {
      log('Left out a damaged file', { name, reason: (error as Error).message });
      return undefined;
    }
  }
}

function lock(path: string): void {
  const owner = Number(readIf(path));
  if (owner > 0 && owner !== process.pid && isAlive(owner))
    throw new FolderInUseError(`Process ${owner} uses this folder. Give each runner its own --folder.`);
  writeFileSync(path, String(process.pid), { mode: 0o600 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function idIn(path: string): string {
  const known = z.uuid().safeParse(readIf(path)?.trim());
  if (known.success) return known.data;
  const id = randomUUID();
  writeFileSync(path, id, { mode: 0o600 });
  return id;
}

function readIf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
