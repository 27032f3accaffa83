import type { World } from './world';

/** Redis writes its log to the disk every second, and may be late by another one. */
const KEPT_MS = 2_000;

/** How to take the latest changes of Redis back, because it may lose them with its machine. */
export class RedisJournal {
  private entries: { at: number; undo: () => void }[] = [];

  constructor(private readonly world: World) {}

  record(undo: () => void): void {
    const { now } = this.world;
    while (this.entries[0] && this.entries[0].at < now - KEPT_MS) this.entries.shift();
    this.entries.push({ at: now, undo });
  }

  /** Takes back the changes of the last milliseconds. @returns how many they were */
  loseTail(milliseconds: number): number {
    const since = this.world.now - milliseconds;
    const lost = this.entries.filter(({ at }) => at >= since);
    this.entries = [];
    for (const { undo } of lost.reverse()) undo();
    return lost.length;
  }

  clear(): void {
    this.entries = [];
  }
}
