import { LuitError } from '@luit/contracts/errors';
import { generationBroadcasts, generationCalls } from '@luit/contracts/generation/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A lost broadcast must not keep a file available for more than a second. Counted from the start of the lookup, milliseconds. */
const MAX_AGE_MS = 900;
const MAX_FILES = 20_000;

interface Entry {
  startedAt: number;
  lookup: Promise<boolean>;
}

/**
 * What generation says about files that were taken down, for less than a second. Broadcasts end an entry at once; the short time limits
 * how long a lost one can matter.
 */
@Injectable()
export class TakenDownFiles implements OnModuleInit {
  private readonly log = new Logger(TakenDownFiles.name);
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_FILES });
  /** The last answers, for the time that generation is unavailable. */
  private readonly answers = new LRUCache<string, boolean>({ max: MAX_FILES });

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(generationBroadcasts.takedownChanged, ({ keys }) => {
      for (const key of keys) this.entries.delete(key);
    });
  }

  /**
   * If generation is unavailable, its last answer is used.
   *
   * @throws LuitError `not_found` if the file is taken down, `unavailable` if that is unknown
   */
  async assertAvailable(key: string): Promise<void> {
    if (await this.isTakenDown(key)) throw new LuitError('not_found', 'This file was taken down.');
  }

  async isTakenDown(key: string): Promise<boolean> {
    const known = this.entries.get(key);
    if (known && performance.now() - known.startedAt < MAX_AGE_MS) return known.lookup;
    const entry: Entry = { startedAt: performance.now(), lookup: this.load(key) };
    this.entries.set(key, entry);
    return entry.lookup;
  }

  private async load(key: string): Promise<boolean> {
    try {
      const { keys } = await this.calls.call(generationCalls.listTakenDownFiles, { keys: [key] });
      const isTakenDown = keys.includes(key);
      this.answers.set(key, isTakenDown);
      return isTakenDown;
    } catch (error) {
      const last = this.answers.get(key);
      if (last === undefined) throw error;
      this.log.warn({ msg: 'Takedown lookup failed; using the last known state', reason: (error as Error).message });
      return last;
    }
  }
}
