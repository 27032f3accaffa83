import { type Finding, ok, warning } from '../finding';

const TOLERANCE_MS = 2_000;

/**
 * Compares a clock with ours.
 * @param askedAt,answeredAt of ours, milliseconds, around the question
 */
export function compareClock(whose: string, theirs: number, askedAt: number, answeredAt: number): Finding {
  const off = theirs < askedAt ? theirs - askedAt : Math.max(0, theirs - answeredAt);
  if (Math.abs(off) <= TOLERANCE_MS) return ok(`the clock of ${whose} agrees with this machine's`);
  return warning(
    `the clock of ${whose} is ${(Math.abs(off) / 1000).toFixed(1)} s ${off < 0 ? 'behind' : 'ahead of'} this machine's`,
    'Let both follow NTP: links, tokens and signed callbacks are judged by the time.',
  );
}
