import { FLOODS } from './floods';

describe('the floods', () => {
  it('number at least twenty, and npm test runs a few', () => {
    expect(FLOODS.length).toBeGreaterThanOrEqual(20);
    expect(FLOODS.filter(({ isShort }) => isShort).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['json-keys', 'sync-frames', 'guest-uploads']),
    );
  });

  it('have unique names', () => {
    const names = FLOODS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
