import { LuitError } from '@luit/contracts/errors';
import { generationBroadcasts, generationCalls } from '@luit/contracts/generation/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RecentLookups } from '../../memory/recent-lookups';

const MAX_ANSWERS = 20_000;

/** Caches generation's answers about taken-down files for less than a second. */
@Injectable()
export class TakenDownFiles implements OnModuleInit {
  private readonly log = new Logger(TakenDownFiles.name);
  private readonly lookups = new RecentLookups<boolean>();
  /** The last answers, for the time that generation is unavailable. */
  private readonly answers = new LRUCache<string, boolean>({ max: MAX_ANSWERS });

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(generationBroadcasts.takedownChanged, ({ keys }) => {
      const changed = new Set(keys);
      this.lookups.forget((key) => changed.has(key));
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

  isTakenDown(key: string): Promise<boolean> {
    return this.lookups.find(key) ?? this.lookups.start(key, () => this.load(key));
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
