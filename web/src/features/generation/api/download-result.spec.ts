import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { fakeServer, refuse } from '../../../testing/fake-server';
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

  it('PAY-15: fetches the file with the claim and saves it under the name of its request', async () => {
    const names = saved();
    const server = fakeServer({
      'GET /api/download/q-1': () => new Response('video', { headers: { 'content-type': 'video/mp4' } }),
    });
    await downloadResult(new ApiClient(server.fetch), 'q-1', { claim: 'the-claim' });
    expect(names).toEqual(['ai-video-q-1.mp4']);
    expect(server.asked[0]?.headers.get('authorization')).toBe('Claim the-claim');
  });

  it('PAY-16: without a request there is nothing to ask for', async () => {
    const server = fakeServer({});
    const text = 'No request ID found. Please complete payment first.';
    await expect(downloadResult(new ApiClient(server.fetch), null)).rejects.toThrow(text);
    expect(server.asked).toEqual([]);
  });

  it('PAY-17: a refusal is told in the words of the answer, and nothing is saved', async () => {
    const names = saved();
    const server = fakeServer({ 'GET /api/download/q-1': () => refuse(409, 'conflict', 'Not yet') });
    const download = downloadResult(new ApiClient(server.fetch), 'q-1');
    await expect(download).rejects.toThrow('Download failed: Not yet');
    expect(names).toEqual([]);
  });
});
