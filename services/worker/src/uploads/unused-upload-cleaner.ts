import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Storage } from '@luit/platform/storage/storage';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

const FOLDER = 'uploads';
const HOUR_MS = 3_600_000;
/** An hour longer than an order takes an image, so that none is removed under an order being made. */
const KEPT_MS = 25 * HOUR_MS;
const BATCH = 500;

/**
 * Removes images that were uploaded and never ordered, whose draft was never paid, or whose request was lost on its
 * way. Any number of workers may do so at once: removing twice is fine.
 */
@Injectable()
export class UnusedUploadCleaner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(UnusedUploadCleaner.name);
  private timer?: NodeJS.Timeout;
  private current: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
  ) {}

  /** At once too: a worker that is replaced every few minutes would never come to its first hour. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.begin(), HOUR_MS);
    this.begin();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.current;
  }

  private begin(): void {
    this.current = this.sweep().catch((error: unknown) => {
      this.log.warn({ msg: 'Unused uploads were not removed this time', err: error });
    });
  }

  /** @returns how many were removed */
  async sweep(now = Date.now()): Promise<number> {
    let removed = 0;
    let batch: string[] = [];
    for await (const key of this.storage.listStoredBefore(FOLDER, new Date(now - KEPT_MS))) {
      batch.push(key);
      if (batch.length < BATCH) continue;
      removed += await this.removeUnused(batch);
      batch = [];
    }
    removed += await this.removeUnused(batch);
    if (removed > 0) this.log.log({ msg: 'Unused uploads are removed', removed });
    return removed;
  }

  private async removeUnused(batch: string[]): Promise<number> {
    if (batch.length === 0) return 0;
    const { keys } = await this.calls.call(generationCalls.listUnusedImages, { keys: batch });
    for (const key of keys) await this.storage.remove(key);
    return keys.length;
  }
}
