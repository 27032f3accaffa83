import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { fakeServer, errorResponse } from '../../../testing/fake-server';
import { downloadResult } from './download-result';

describe('saving a result', () => {
  afterEach(() => vi.restoreAllMocks());

  const saved = () => {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:of-the-file';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return names;
  };

  it('the file is downloaded with the guest access token and named after its request [PAY-15]', async () => {
    const names = saved();
    const server = fakeServer({
      'GET /api/download/q-1': () => new Response('video', { headers: { 'content-type': 'video/mp4' } }),
    });
    await downloadResult(new ApiClient(server.fetch), 'q-1', { guestToken: 'the-token' });
    expect(names).toEqual(['ai-video-q-1.mp4']);
    expect(server.calls[0]?.headers.get('authorization')).toBe('Claim the-token');
  });

  it('a download without a request ID fails without a call [PAY-16]', async () => {
    const server = fakeServer({});
    const text = 'No request ID found. Please complete payment first.';
    await expect(downloadResult(new ApiClient(server.fetch), null)).rejects.toThrow(text);
    expect(server.calls).toEqual([]);
  });

  it("a failed download throws the server's text and saves nothing [PAY-17]", async () => {
    const names = saved();
    const server = fakeServer({ 'GET /api/download/q-1': () => errorResponse(409, 'conflict', 'Not yet') });
    const download = downloadResult(new ApiClient(server.fetch), 'q-1');
    await expect(download).rejects.toThrow('Download failed: Not yet');
    expect(names).toEqual([]);
  });
});
