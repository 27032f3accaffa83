import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { extname } from 'node:path';

const FOLDER = 'sealed';
const EXTENSIONS = ['.mp4', '.png', '.jpg', '.webp'];
const HOUR_MS = 3_600_000;
/** For the review by operators. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

/** The storage key of an output that its owner may not see. No link leads there. */
export function sealedKeyOf(requestId: string, outputKey: string): string {
  return `${FOLDER}/${requestId}${extname(outputKey)}`;
}

/** All storage keys that a refused output of a request may have. */
export function sealedKeysOf(requestId: string): string[] {
  return EXTENSIONS.map((extension) => `${FOLDER}/${requestId}${extension}`);
}

/** Removes refused outputs after 30 days. Any number of workers may do that at the same time. */
@Injectable()
export class SealedFileCleaner implements OnApplicationBootstrap {
  private readonly log = new Logger(SealedFileCleaner.name);

  constructor(
    private readonly storage: Storage,
    private readonly scheduler: Scheduler,
  ) {}

  /** Also runs at startup, because short-lived workers would never reach the first interval. */
  onApplicationBootstrap(): void {
    this.scheduler.every('sealed-files', HOUR_MS, () => this.round(), { firstMs: 0 });
  }

  /** @returns how many were removed */
  async sweep(now = Date.now()): Promise<number> {
    let removed = 0;
    for await (const { key, modifiedAt } of this.storage.list(FOLDER)) {
      if (modifiedAt.getTime() > now - RETENTION_MS) continue;
      await this.storage.remove(key);
      removed += 1;
    }
    return removed;
  }

  private async round(): Promise<void> {
    const removed = await this.sweep();
    if (removed > 0) this.log.log({ msg: 'Removed refused outputs', removed });
  }
}
