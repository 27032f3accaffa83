import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { fakeServer, json, refuse } from '../../../testing/fake-server';
import { restoreWithKey } from './predictions';

const INPUT = { img: 'data:image/png;base64,AA==', version: 'v1.4', scale: 2 };
const at = (status: string, more: object = {}) => json({ id: 'p-1', status, output: null, error: null, ...more });

describe('a restoration with one’s own key', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(routes: Parameters<typeof fakeServer>[0]) {
    const server = fakeServer({ 'POST /api/predictions': () => at('starting'), ...routes });
    const leaving = new AbortController();
    const result = restoreWithKey(new ApiClient(server.fetch), 'r8_key', INPUT, leaving.signal);
    // Looked at later; until then it is nobody's unhandled rejection.
    result.catch(() => undefined);
    return { ...server, result, leaving };
  }
  const polls = (asked: { path: string }[]) => asked.filter(({ path }) => path === '/api/predictions/p-1').length;

  it('RST-06, RST-08: sends the key in a header, asks every 2 s, and brings the result as a file', async () => {
    let looks = 0;
    const { asked, result } = start({
      'GET /api/predictions/p-1': () =>
        ++looks < 3 ? at('processing') : at('succeeded', { output: '/api/predictions/p-1/output' }),
      'GET /api/predictions/p-1/output': () => new Response('png', { headers: { 'content-type': 'image/png' } }),
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(polls(asked)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(polls(asked)).toBe(1);
    await vi.advanceTimersByTimeAsync(4_000);
    const file = await result;
    expect([file.name, file.type, polls(asked)]).toEqual(['restored-p-1.png', 'image/png', 3]);
    expect(asked.map(({ headers }) => headers.get('x-provider-key'))).toEqual(asked.map(() => 'r8_key'));
    expect(asked[0]?.body).toEqual({ input: INPUT });
  });

  it('RST-08, RST-10: gives up after 300 000 ms, and says so', async () => {
    const { asked, result } = start({ 'GET /api/predictions/p-1': () => at('processing') });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(polls(asked)).toBe(149);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(result).rejects.toThrow('Restoration timeout. Please check status later.');
  });

  it('RST-10: tells what could not be done where the service said nothing itself', async () => {
    const down = () => refuse(503, 'unavailable', 'Please try again.');
    await expect(start({ 'POST /api/predictions': down }).result).rejects.toThrow('Failed to start image restoration');
    await expect(start({ 'POST /api/predictions': () => at('failed') }).result).rejects.toThrow(
      'Image restoration failed',
    );
    const lost = start({ 'GET /api/predictions/p-1': down });
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(lost.result).rejects.toThrow('Failed to check restoration status');
  });

  it('RST-07, RST-09: tells the service’s own error', async () => {
    const failed = start({ 'GET /api/predictions/p-1': () => at('failed', { error: 'No face was found' }) });
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(failed.result).rejects.toThrow('No face was found');
    const details = { status: 402, text: 'Insufficient credit' };
    const refused = () =>
      Response.json({ success: false, code: 'provider_error', message: 'x', error: 'x', details }, { status: 502 });
    await expect(start({ 'POST /api/predictions': refused }).result).rejects.toThrow(
      'Replicate API error: 402 - Insufficient credit',
    );
  });

  it('ends when the page is left', async () => {
    const { asked, result, leaving } = start({ 'GET /api/predictions/p-1': () => at('processing') });
    await vi.advanceTimersByTimeAsync(2_000);
    leaving.abort();
    await expect(result).rejects.toThrow('Left the page');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polls(asked)).toBe(1);
  });
});
