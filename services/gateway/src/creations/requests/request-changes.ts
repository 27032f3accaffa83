import type { RequestRecord } from '@luit/contracts/generation/requests';
import { Injectable } from '@nestjs/common';

type Listener = (record: RequestRecord) => void;

/** Passes changes of requests that generation pushes to the waiting code in this process. */
@Injectable()
export class RequestChanges {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly lossListeners: (() => void)[] = [];

  /** Returns a function that ends it. */
  listen(requestId: string, listener: Listener): () => void {
    const listeners = this.listeners.get(requestId) ?? new Set();
    this.listeners.set(requestId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(requestId) === listeners) this.listeners.delete(requestId);
    };
  }

  /** The listener runs when changes may have been missed. */
  onLoss(listener: () => void): void {
    this.lossListeners.push(listener);
  }

  announce(record: RequestRecord): void {
    for (const listener of this.listeners.get(record.id) ?? []) listener(record);
  }

  announceLoss(): void {
    for (const listener of this.lossListeners) listener();
  }
}
