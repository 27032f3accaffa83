import { serverNow } from '@luit/ui/server-clock';
import { useSyncExternalStore } from 'react';
import { formatSeconds } from '../lib/format';

const TICK_MS = 1_000;

/** One timer for all running durations on a page. */
class Clock {
  private now = serverNow();
  private timer?: ReturnType<typeof setInterval>;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.timer ??= setInterval(() => this.tick(), TICK_MS);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  };

  secondsSince(time: string): number {
    if (this.listeners.size === 0) this.now = Math.floor(serverNow() / TICK_MS) * TICK_MS;
    return Math.max(0, Math.floor((this.now - Date.parse(time)) / 1_000));
  }

  private tick(): void {
    this.now = serverNow();
    this.listeners.forEach((listener) => listener());
  }
}

const clock = new Clock();

/** The time since `since`, which keeps running. Renders only when its text changes. */
export function Elapsed({ since }: { since: string }) {
  return useSyncExternalStore(clock.subscribe, () => formatSeconds(clock.secondsSince(since)));
}
