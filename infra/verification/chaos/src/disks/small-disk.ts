import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

const CHUNKS = [Buffer.alloc(1_024 * 1_024), Buffer.alloc(4_096), Buffer.alloc(1)];

/** A file system of limited size, in memory, mounted over an empty folder. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** @throws Error if this user may not mount file systems */
  static mount(folder: string, megabytes: number): SmallDisk {
    const { uid, gid, mode } = statSync(folder);
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`];
    const { status, stderr, error } = spawnSync('mount', [...options, 'luit-small-disk', folder], { encoding: 'utf8' });
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim();
      throw new Error(
        `Full disks need a user who may mount file systems, such as root in a virtual machine: ${reason}`,
      );
    }
    chownSync(folder, uid, gid);
    chmodSync(folder, mode & 0o777);
    return new SmallDisk(folder);
  }

  /** Fills the remaining space. Call it again to fill space that was freed meanwhile. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (const chunk of CHUNKS) while (isWritten(file, chunk));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.ballast);
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.folder]);
  }

  private get ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

function isWritten(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
