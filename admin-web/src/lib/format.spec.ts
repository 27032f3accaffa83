import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatDateTime,
  formatMilliseconds,
  formatShare,
  formatTime,
  fromLocalTime,
  toLocalTime,
} from './format';

describe('times', () => {
  const at = '2026-11-23T18:35:07.120Z';

  it('every time is in IST on a 24-hour clock and names its zone', () => {
    expect(formatDateTime(at)).toBe('24 Nov 2026, 00:05 IST');
    expect(formatTime(at)).toBe('24 Nov 2026, 00:05:07 IST');
    expect(formatClock(at)).toBe('00:05:07 IST');
    expect(formatMilliseconds(at)).toBe('00:05:07.120 IST');
  });

  it('a form field shows and returns the same zone', () => {
    expect(toLocalTime(at)).toBe('2026-11-24T00:05');
    expect(new Date(fromLocalTime('2026-11-24T00:05')).toISOString()).toBe('2026-11-23T18:35:00.000Z');
  });
});

it('a share is rounded down, so that 99.96% does not read as 100%', () => {
  expect(formatShare(0.9996)).toBe('99.9%');
  expect(formatShare(1)).toBe('100%');
  expect(formatShare(0)).toBe('0%');
});
