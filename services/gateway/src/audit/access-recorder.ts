import type { AccessRecord } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';

export type Access = Omit<AccessRecord, 'id'>;

/** Pages refresh themselves every 30 s; within this time the same read by the same operator is recorded once. */
const AGGREGATED_FOR_MS = 15 * 60_000;
const MAX_KNOWN = 10_000;

/** Has auth store who read or exported personal data. What cannot be recorded is not shown: callers await this first. */
@Injectable()
export class AccessRecorder {
  private readonly known = new Map<string, { until: number; stored: Promise<unknown> }>();

  constructor(private readonly calls: CallClient) {}

  /**
   * Records a read, once in 15 minutes for the same operator, page and filter.
   *
   * @throws LuitError `unavailable` where auth cannot store it
   */
  async recordRead(access: Access, now = Date.now()): Promise<void> {
    const { adminId, action, subject, details } = access;
    const { rows: _, ...filter } = details;
    const key = JSON.stringify([adminId, action, subject, filter]);
    const known = this.known.get(key);
    if (known && known.until > now) {
      await known.stored;
      return;
    }
    const stored = this.record(access);
    this.remember(key, { until: now + AGGREGATED_FOR_MS, stored });
    await stored.catch((error: unknown) => {
      this.known.delete(key);
      throw error;
    });
  }

  /** @returns the id of the entry. @throws LuitError `unavailable` where auth cannot store it */
  async record(access: Access): Promise<string> {
    const id = uuidv7();
    await this.calls.call(authCalls.recordAccess, { id, ...access });
    return id;
  }

  /** The oldest is forgotten first; its next read is recorded once more. */
  private remember(key: string, entry: { until: number; stored: Promise<unknown> }): void {
    this.known.delete(key);
    this.known.set(key, entry);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
