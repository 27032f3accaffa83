import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { type ListedFile, Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

const FOLDER = 'uploads';
/** Parts of resumable uploads, `{upload}-{uuid}.part`. The gateway deletes them when an upload is finished or canceled. */
const PARTS_FOLDER = 'upload-parts';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An hour longer than an upload can be used for an order. */
const RETENTION_MS = 25 * HOUR_MS;
/** After the last part of an upload. The gateway forgets it after an hour, and counts it in quotas for half an hour longer. */
const IDLE_MS = HOUR_MS + 5 * MINUTE_MS;
const PARTS_EVERY_MS = 10 * MINUTE_MS;
/** Characters of the id of an upload. */
const UPLOAD_ID = 36;
/** Each round checks the images that expired within this time, so that a pause of the workers leaves none out. */
const RECENT_MS = 48 * HOUR_MS;
/** The number of images that a round checks in addition to the recent ones. Images of deleted requests become unused later. */
const PASS_IMAGES = 20_000;
/** A pass begins at a time within this period, so that workers that stop soon do not all check the same images. */
const PASS_BEGINS_WITHIN_MS = 400 * 24 * HOUR_MS;
const BATCH = 500;

/**
 * Removes parts of unfinished uploads, and uploaded images that no request uses: never ordered, never paid, or lost with their request. Keys begin with the time, so
 * a round reads the recent images, and continues a pass over all others. Removal is idempotent, so any number of workers may run it
 * concurrently.
 */
@Injectable()
export class UnusedUploadCleaner implements OnApplicationBootstrap {
  private readonly log = new Logger(UnusedUploadCleaner.name);
  /** The position at which the pass continues. */
  private after?: string;

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
    private readonly scheduler: Scheduler,
  ) {}

  /** Also runs at startup, because short-lived workers would never reach the first interval. */
  onApplicationBootstrap(): void {
    this.scheduler.every('unused-uploads', HOUR_MS, async () => void (await this.sweep()), { firstMs: 0 });
    this.scheduler.every('upload-parts', PARTS_EVERY_MS, async () => void (await this.sweepParts()), { firstMs: 0 });
  }

  /** @returns how many were removed */
  async sweep(now = Date.now(), passImages = PASS_IMAGES): Promise<number> {
    const expired = now - RETENTION_MS;
    const recent = await this.removeUnused(expired, keyAt(expired - RECENT_MS), keyAt(expired), Infinity);
    this.after ??= keyAt(expired - Math.random() * PASS_BEGINS_WITHIN_MS);
    const begin = this.after;
    let pass = await this.removeUnused(expired, begin, undefined, passImages);
    // The pass reached the last image; the next one begins with the first.
    if (!pass.last) pass = add(pass, await this.removeUnused(expired, '', begin, passImages - pass.read));
    this.after = pass.last ?? '';
    const removed = recent.removed + pass.removed;
    if (removed > 0) this.log.log({ msg: 'Removed unused uploads', removed });
    return removed;
  }

  /** @returns how many parts of uploads that made no progress for an hour were removed */
  async sweepParts(now = Date.now()): Promise<number> {
    const expired = now - IDLE_MS;
    let removed = 0;
    let upload: string | undefined;
    let parts: ListedFile[] = [];
    const removeIdle = async () => {
      if (parts.some(({ modifiedAt }) => modifiedAt.getTime() >= expired)) return;
      for (const { key } of parts) await this.storage.remove(key);
      removed += parts.length;
    };
    for await (const part of this.storage.list(PARTS_FOLDER)) {
      const ofPart = part.key.slice(0, PARTS_FOLDER.length + 1 + UPLOAD_ID);
      if (ofPart !== upload) {
        await removeIdle();
        [upload, parts] = [ofPart, []];
      }
      parts.push(part);
    }
    await removeIdle();
    if (removed > 0) this.log.log({ msg: 'Removed parts of unfinished uploads', removed });
    return removed;
  }

  /** Checks at most `limit` images with keys after `after`, until `until`. `last` is the last key if there may be more. */
  private async removeUnused(expired: number, after: string, until: string | undefined, limit: number): Promise<Swept> {
    const swept: Swept = { read: 0, removed: 0 };
    const batch: string[] = [];
    for await (const { key, modifiedAt } of this.storage.list(FOLDER, after)) {
      if (until !== undefined && key > until) break;
      swept.read += 1;
      if (modifiedAt.getTime() < expired) batch.push(key);
      if (batch.length === BATCH) swept.removed += await this.removeBatch(batch.splice(0));
      if (swept.read < limit) continue;
      swept.last = key;
      break;
    }
    swept.removed += await this.removeBatch(batch);
    return swept;
  }

  private async removeBatch(batch: string[]): Promise<number> {
    if (batch.length === 0) return 0;
    const { keys } = await this.calls.call(generationCalls.listUnusedImages, { keys: batch });
    for (const key of keys) await this.storage.remove(key);
    return keys.length;
  }
}

interface Swept {
  read: number;
  removed: number;
  last?: string;
}

function add(first: Swept, second: Swept): Swept {
  return { read: first.read + second.read, removed: first.removed + second.removed, last: second.last };
}

/** The key of an image that was uploaded at that time, without the random part of its UUID of version 7. */
function keyAt(time: number): string {
  const digits = Math.floor(time).toString(16).padStart(12, '0');
  return `${FOLDER}/${digits.slice(0, 8)}-${digits.slice(8)}`;
}
