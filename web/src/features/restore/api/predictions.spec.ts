import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { restoreWithKey } from './predictions';

const INPUT = { img: 'data:image/png;base64,AA==', version: 'v1.4', scale: 2 };
const at = (status: string, more: object = {}) =>
  jsonResponse({ id: 'p-1', status, output: null, error: null, ...more });

describe('a restoration with the user’s own key', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(routes: Parameters<typeof fakeServer>[0]) {
    const server = fakeServer({ 'POST /api/predictions': () => at('starting'), ...routes });
    const controller = new AbortController();
    const result = restoreWithKey(new ApiClient(server.fetch), 'r8_key', INPUT, controller.signal);
    // Avoids an unhandled rejection before the test awaits the result.
    result.catch(() => undefined);
    return { ...server, result, controller };
  }
  const polls = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/api/predictions/p-1').length;

  it('the key is sent in a header, the status polled every 2 s and the result returned as a file [RST-06, RST-08]', async () => {
    let pollCount = 0;
    const { calls, result } = start({
      'GET /api/predictions/p-1': () =>
        ++pollCount < 3 ? at('processing') : at('succeeded', { output: '/api/predictions/p-1/output' }),
      'GET /api/predictions/p-1/output': () => new Response('png', { headers: { 'content-type': 'image/png' } }),
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(polls(calls)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(polls(calls)).toBe(1);
    await vi.advanceTimersByTimeAsync(4_000);
    const file = await result;
    expect([file.name, file.type, polls(calls)]).toEqual(['restored-p-1.png', 'image/png', 3]);
    expect(calls.map(({ headers }) => headers.get('x-provider-key'))).toEqual(calls.map(() => 'r8_key'));
    expect(calls[0]?.body).toEqual({ input: INPUT });
  });

  it('the restoration times out after 300 000 ms [RST-08, RST-10]', async () => {
    const { calls, result } = start({ 'GET /api/predictions/p-1': () => at('processing') });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(polls(calls)).toBe(149);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(result).rejects.toThrow('Restoration timeout. Please check status later.');
  });

  it('an error without a provider text names the failed operation [RST-10]', async () => {
    const down = () => errorResponse(503, 'unavailable', 'Please try again.');
    await expect(start({ 'POST /api/predictions': down }).result).rejects.toThrow('Failed to start image restoration');
    await expect(start({ 'POST /api/predictions': () => at('failed') }).result).rejects.toThrow(
      'Image restoration failed',
    );
    const lost = start({ 'GET /api/predictions/p-1': down });
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(lost.result).rejects.toThrow('Failed to check restoration status');
  });

  it('the provider’s error text is used [RST-07, RST-09]', async () => {
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

  it('controller the page aborts the restoration', async () => {
    const { calls, result, controller } = start({ 'GET /api/predictions/p-1': () => at('processing') });
    await vi.advanceTimersByTimeAsync(2_000);
    controller.abort();
    await expect(result).rejects.toThrow('Left the page');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polls(calls)).toBe(1);
  });
});
