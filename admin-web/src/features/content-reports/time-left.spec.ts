import { expect, it } from 'vitest';
import { timeLeft } from './time-left';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const HOUR_MS = 3_600_000;
const report = (passedHours: number, leftHours: number) => ({
  receivedAt: new Date(NOW - passedHours * HOUR_MS).toISOString(),
  dueAt: new Date(NOW + leftHours * HOUR_MS).toISOString(),
});

it.each([
  [0.5, 1.5, '1 h 30 min left', 'neutral'],
  [1, 1, '1 h 0 min left', 'accent'],
  [1.75, 0.25, '15 min left', 'accent'],
  [3, -1, 'Overdue for 1 h 0 min', 'danger'],
  [10, 350, '14 d 14 h left', 'neutral'],
])('after %d hours with %d hours to go: %s', (passed, left, text, tone) => {
  expect(timeLeft(report(passed, left), NOW)).toEqual({ text, tone });
});
