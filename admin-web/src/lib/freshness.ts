/** How old data may be before it no longer counts as known, milliseconds. Live pages poll more often. */
export const FRESH_MS = 45_000;

export interface Refreshed {
  data: unknown;
  /** Whether the latest attempt to refresh the data failed. */
  isError: boolean;
  /** When the data was read, milliseconds since 1970. */
  dataUpdatedAt: number;
}

/** Whether data was read within the last 45 seconds, and no attempt to refresh it has failed since. */
export function isFresh({ data, isError, dataUpdatedAt }: Refreshed, now: number): boolean {
  return data !== undefined && !isError && now - dataUpdatedAt < FRESH_MS;
}
