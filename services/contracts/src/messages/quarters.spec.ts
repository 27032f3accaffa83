import { firstDayOf, quarterBefore, quarterOf } from './quarters';

it.each([
  ['2026-Q1', '2026-01-01', '2025-Q4'],
  ['2026-Q2', '2026-04-01', '2026-Q1'],
  ['2026-Q3', '2026-07-01', '2026-Q2'],
  ['2026-Q4', '2026-10-01', '2026-Q3'],
])('%s begins on %s and follows %s', (quarter, day, before) => {
  expect(firstDayOf(quarter)).toBe(day);
  expect(quarterOf(day)).toBe(quarter);
  expect(quarterBefore(quarter)).toBe(before);
  expect(quarterBefore(before, -1)).toBe(quarter);
});

it.each(['2026-09-30', '2026-07-01'])('%s is in the third quarter', (day) => {
  expect(quarterOf(day)).toBe('2026-Q3');
});

it('anything else is not a quarter', () => {
  expect(() => firstDayOf('2026-Q5')).toThrow('2026-Q5 is not a quarter');
});
