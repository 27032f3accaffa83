import { deviceStorage, offered, tabStorage } from '@luit/ui/storage';
import { afterEach, describe, expect, it, vi } from 'vitest';

const denied = () => {
  throw new DOMException('denied', 'SecurityError');
};
const isFull = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** What browsers do instead of storing something. */
const FAULTS: Record<string, () => unknown> = {
  'is denied': () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied),
  'is null': () => vi.spyOn(window, 'localStorage', 'get').mockReturnValue(null as unknown as Storage),
  'is undefined': () => vi.spyOn(window, 'localStorage', 'get').mockReturnValue(undefined as unknown as Storage),
  'fails to read and write': () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(denied);
  },
  'is full': () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(isFull),
};

describe('storage', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    for (const name of deviceStorage.names()) deviceStorage.removeItem(name);
  });

  it.each(Object.entries(FAULTS))('a text lasts as long as the page if the browser’s storage %s', (_, fail) => {
    fail();
    deviceStorage.setItem('luit.test', 'a river');
    expect(deviceStorage.getItem('luit.test')).toBe('a river');
    expect(deviceStorage.names()).toContain('luit.test');
    expect(deviceStorage.keepsAll()).toBe(false);
    deviceStorage.removeItem('luit.test');
    expect(deviceStorage.getItem('luit.test')).toBeNull();
    expect(deviceStorage.names()).toEqual([]);
    expect(deviceStorage.keepsAll()).toBe(true);
  });

  it('the browser keeps a text if it can, and other tabs can change it', () => {
    deviceStorage.setItem('luit.test', 'a river');
    expect(localStorage.getItem('luit.test')).toBe('a river');
    localStorage.setItem('luit.test', 'a boat');
    expect(deviceStorage.getItem('luit.test')).toBe('a boat');
    expect(deviceStorage.keepsAll()).toBe(true);
    tabStorage.setItem('luit.test', 'of this tab');
    expect([sessionStorage.getItem('luit.test'), tabStorage.names()]).toEqual(['of this tab', ['luit.test']]);
  });

  it('a text that the browser did not delete is not read again', () => {
    localStorage.setItem('luit.test', 'a river');
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(denied);
    deviceStorage.removeItem('luit.test');
    expect([deviceStorage.getItem('luit.test'), deviceStorage.names()]).toEqual([null, []]);
  });

  it('an interface that is missing, or whose reading throws, is not used', () => {
    expect([offered(() => undefined), offered(denied), offered(() => document)]).toEqual([
      undefined,
      undefined,
      document,
    ]);
  });
});
