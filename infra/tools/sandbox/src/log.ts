import { randomUUID } from 'node:crypto';
import type { Collection } from './journal';

export interface LogEntry {
  id: string;
  at: string;
  target: string;
  method: string;
  path: string;
  body: unknown;
  clientRef?: string;
  /** The response's status; 0 if the client got no response. */
  status: number;
}

/** A job takes about five entries, so these cover the last thousand jobs. */
const keptEntries = 5_000;
const keptTextLength = 2_000;

/** Requests to the vendors. Headers are not recorded, so the log contains no credentials. */
export class RequestLog {
  constructor(private readonly stored: Collection<LogEntry>) {}

  open(target: string, method: string, path: string): LogEntry {
    return { id: randomUUID(), at: new Date().toISOString(), target, method, path, body: null, status: 0 };
  }

  /** Stores the entry. Called on arrival and again with the response, so that lost responses are recorded too. */
  record(entry: LogEntry): void {
    this.stored.put(entry);
    if (this.stored.size <= keptEntries) return;
    for (const old of this.stored.values().slice(0, keptEntries / 10)) this.stored.delete(old.id);
  }

  entries(target?: string): Omit<LogEntry, 'id'>[] {
    return this.stored
      .values()
      .filter((entry) => !target || entry.target === target)
      .map(({ id: _id, ...entry }) => entry);
  }

  reset(): void {
    for (const { id } of this.stored.values()) this.stored.delete(id);
  }
}

/** Truncates long texts of a request body, such as images in data URIs. */
export function truncateForLog(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > keptTextLength ? `${value.slice(0, keptTextLength)}… (${value.length} characters)` : value;
  if (Array.isArray(value)) return value.map(truncateForLog);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, truncateForLog(inner)]));
  return value;
}
