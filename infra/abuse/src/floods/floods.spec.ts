import { FLOODS } from './floods';

describe('the floods', () => {
  it('are twenty or more, of which npm test runs a few', () => {
    expect(FLOODS.length).toBeGreaterThanOrEqual(20);
    expect(FLOODS.filter(({ isShort }) => isShort).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['json-keys', 'sync-frames', 'guest-uploads']),
    );
  });

  it('have names of their own', () => {
    const names = FLOODS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
