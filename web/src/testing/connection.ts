import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { connectivity } from '../lib/connectivity';

/** Interrupts the connection of the browser and restores it. Use `restore` after each test. */
export function interruptibleConnection() {
  let isOnline = true;
  const network = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    if (!isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(
      input === '/api/status' ? Response.json({}) : new Response(document.documentElement.outerHTML),
    );
  });
  const become = async (next: boolean) => {
    isOnline = next;
    // A probe of another test may be in flight; the second one is new.
    await act(() => connectivity.check().then(() => connectivity.check()));
  };
  return {
    lose: () => become(false),
    regain: () => become(true),
    restore: async () => {
      await become(true);
      network.mockRestore();
      requests.mockRestore();
    },
  };
}
