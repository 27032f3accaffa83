import fc from 'fast-check';
import { hashOfApiKey, isApiKey, looksLikeApiKey, newApiKey } from './api-key-format';

describe('the format of API keys', () => {
  it.each(['live', 'test'] as const)('a new %s key matches the documented pattern and its checksum', (mode) => {
    const keys = Array.from({ length: 200 }, () => newApiKey(mode));
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^luit_(live|test)_[0-9A-Za-z]{49}$/);
      expect(key.startsWith(`luit_${mode}_`)).toBe(true);
      expect(isApiKey(key)).toBe(true);
      expect(hashOfApiKey(key)).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('the checksum of a fixed key never changes, because scanners compute it too', () => {
    expect(isApiKey('luit_live_00000000000000000000000000000000000000000000yxIDY')).toBe(true);
  });

  it('a key with one wrong character is recognized without a lookup', () => {
    const key = newApiKey('live');
    fc.assert(
      fc.property(fc.integer({ min: 10, max: key.length - 1 }), fc.constantFrom(...'0aZ9'), (at, character) => {
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        return changed === key || !isApiKey(changed);
      }),
    );
  });

  it.each(['', 'luit_', 'luit_live_', 'luit_prod_' + 'a'.repeat(49), 'luit_live_' + 'a'.repeat(50), 'sk_live_abc'])(
    '%p is no key',
    (text) => {
      expect(isApiKey(text)).toBe(false);
      expect(looksLikeApiKey(text)).toBe(text.startsWith('luit_'));
    },
  );
});
