import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

const FOLDER = 'uploads';
const HOUR_MS = 3_600_000;
/** An hour longer than an upload can be used for an order. */
const RETENTION_MS = 25 * HOUR_MS;
const BATCH = 500;

/**
 * Removes uploaded images that no request uses: never ordered, never paid, or lost with their request. Removal is
 * idempotent, so any number of workers may run it concurrently.
 */
@Injectable()
export class UnusedUploadCleaner implements OnApplicationBootstrap {
  private readonly log = new Logger(UnusedUploadCleaner.name);

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
    private readonly scheduler: Scheduler,
  ) {}

  /** Also runs at startup, because short-lived workers would never reach the first interval. */
  onApplicationBootstrap(): void {
    this.scheduler.every('unused-uploads', HOUR_MS, () => this.round(), { firstMs: 0 });
  }

  /** @returns how many were removed */
  async sweep(now = Date.now()): Promise<number> {
    let removed = 0;
    let batch: string[] = [];
    for await (const key of this.storage.listStoredBefore(FOLDER, new Date(now - RETENTION_MS))) {
      batch.push(key);
      if (batch.length < BATCH) continue;
      removed += await this.removeUnused(batch);
      batch = [];
    }
    removed += await this.removeUnused(batch);
    if (removed > 0) this.log.log({ msg: 'Removed unused uploads', removed });
    return removed;
  }

  private async round(): Promise<void> {
    await this.sweep();
  }

  private async removeUnused(batch: string[]): Promise<number> {
    if (batch.length === 0) return 0;
    const { keys } = await this.calls.call(generationCalls.listUnusedImages, { keys: batch });
    for (const key of keys) await this.storage.remove(key);
    return keys.length;
  }
}
