import type { AccessRecord } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';

export type Access = Omit<AccessRecord, 'id'>;

/** Pages refresh every 30 s; repeated reads by the same operator within this window are recorded once. */
const AGGREGATION_WINDOW_MS = 15 * 60_000;
const MAX_KNOWN = 10_000;

/** Records reads and exports of personal data in auth's audit log. Callers await it before they send the data. */
@Injectable()
export class AccessRecorder {
  private readonly known = new Map<string, { until: number; stored: Promise<unknown> }>();

  constructor(private readonly calls: CallClient) {}

  /**
   * Records a read, at most once per 15 minutes for the same operator, page and filter.
   *
   * @throws LuitError `unavailable` if auth cannot store it
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
    this.remember(key, { until: now + AGGREGATION_WINDOW_MS, stored });
    await stored.catch((error: unknown) => {
      this.known.delete(key);
      throw error;
    });
  }

  /** @returns the id of the entry. @throws LuitError `unavailable` if auth cannot store it */
  async record(access: Access): Promise<string> {
    const id = uuidv7();
    await this.calls.call(authCalls.recordAccess, { id, ...access });
    return id;
  }

  /** Evicts the oldest entry when the map is full; the next read of it is then recorded again. */
  private remember(key: string, entry: { until: number; stored: Promise<unknown> }): void {
    this.known.delete(key);
    this.known.set(key, entry);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
