import { type Finding, ok, warning } from '../finding';

const TOLERANCE_MS = 2_000;

/**
 * Compares another system's clock with the local one. All times are in milliseconds.
 * @param sentAt,receivedAt local times before and after the remote clock was read
 */
export function compareClock(system: string, remote: number, sentAt: number, receivedAt: number): Finding {
  const skew = remote < sentAt ? remote - sentAt : Math.max(0, remote - receivedAt);
  if (Math.abs(skew) <= TOLERANCE_MS) return ok(`The clock of ${system} matches this machine's`);
  return warning(
    `The clock of ${system} is ${(Math.abs(skew) / 1000).toFixed(1)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine's`,
    'Synchronize both with NTP: links, tokens and signed callbacks expire by the clock.',
  );
}
