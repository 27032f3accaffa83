import { recordRetentionDays } from './record-retention';

describe('how long retained records are kept', () => {
  it.each([
    ['before the DPDP Rules apply', '2027-05-12T23:59:59+05:30', 0],
    ['from the day on which they apply in India', '2027-05-13T00:00:00+05:30', 400],
  ])('by default, %s', (_name, at, days) => {
    expect(recordRetentionDays(null, new Date(at))).toBe(days);
  });

  it('as the setting says, on any day', () => {
    expect(recordRetentionDays(0, new Date('2028-01-01T00:00:00Z'))).toBe(0);
    expect(recordRetentionDays(365, new Date('2026-01-01T00:00:00Z'))).toBe(365);
  });
});
