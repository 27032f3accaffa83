import { expect, it, vi } from 'vitest';
import { readServerClock, serverNow } from '@luit/ui/server-clock';

const answer = (ms: number, headers: Record<string, string>) =>
  readServerClock(new Response('', { headers: { date: new Date(ms).toUTCString(), ...headers } }));
const FRESH = { 'cache-control': 'no-store' };

it('the clock follows fresh responses, hours off either way, and ignores kept ones and small differences', () => {
  const now = Date.parse('2026-11-28T10:00:00Z');
  vi.useFakeTimers({ now });
  try {
    expect(serverNow()).toBe(now);
    answer(now + 2_000, FRESH);
    expect(serverNow()).toBe(now);
    for (const hours of [5, -7]) {
      answer(now + hours * 3_600_000, FRESH);
      expect(serverNow()).toBe(now + hours * 3_600_000);
      answer(now, { 'cache-control': 'private, max-age=60' });
      readServerClock(new Response('', { headers: FRESH }));
      expect(serverNow()).toBe(now + hours * 3_600_000);
    }
    answer(now, FRESH);
    expect(serverNow()).toBe(now);
  } finally {
    vi.useRealTimers();
  }
});
