import type { ModelCheck } from '@luit/contracts/generation/model-checks';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { entryWith } from './testing-entry';
import { TryDialog } from './try-dialog';

const AT = '2026-11-29T09:00:00.000Z';
const RUNNING: ModelCheck = {
  ...{ id: 'c1', kind: 'run', provider: 'replicate', model: 'bytedance/seedance-1-lite', state: 'waiting' },
  ...{ input: { prompt: 'A river', duration: 5 }, taskId: null, fields: null, outputUrl: null, error: null },
  ...{ createdAt: AT, endedAt: null },
};

describe('trying an entry', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  let check: ModelCheck;

  beforeEach(() => {
    check = RUNNING;
    fetch.mockReset();
    const garage = { name: 'replicate', settings: { kind: 'comfyui', baseUrl: 'http://10.0.0.7:8188', isOwn: true } };
    fetch.mockImplementation((url, init) => {
      const isList = (url as string).endsWith('/api/admin/providers');
      const data = isList ? { providers: [garage] } : { check: init?.method === 'POST' ? RUNNING : check };
      return Promise.resolve(Response.json({ data }));
    });
  });

  const run = () => {
    renderSignedIn(<TryDialog entry={entryWith(3_600)} onClose={vi.fn()} />, fetch);
    fireEvent.change(screen.getByLabelText('Prompt'), { target: { value: 'A river' } });
    fireEvent.click(screen.getByRole('button', { name: 'Run on replicate' }));
  };

  it('shows what was sent, and the result once there is one', async () => {
    run();
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText(/"duration": 5/)).toBeInTheDocument();
    expect(result.getByText('It is being sent …')).toBeInTheDocument();
    check = { ...RUNNING, state: 'succeeded', taskId: 't1', outputUrl: 'https://vendor.example/a.mp4', endedAt: AT };
    const link = await screen.findByRole('link', { name: 'Open the result at the vendor' }, { timeout: 20_000 });
    expect(link).toHaveAttribute('href', 'https://vendor.example/a.mp4');
    const [, init] = fetch.mock.calls[0]!;
    const body = { entry: entryWith(3_600), provider: 'replicate', start: 'text', prompt: 'A river' };
    expect(JSON.parse(String(init?.body))).toEqual(body);
  });

  it.each([
    ['mp4', 'video'],
    ['png', 'img'],
  ])('shows what an own server made, and links to its record: %s', async (extension, tag) => {
    const outputUrl = `/api/files/runner-outputs/j-tried.${extension}?expires=1&signature=s`;
    check = { ...RUNNING, state: 'succeeded', taskId: 't1/9', outputUrl, endedAt: AT };
    run();
    await screen.findByText('It succeeded.', {}, { timeout: 20_000 });
    const record = await screen.findByRole('link', { name: 'Open the record of the server' });
    expect(record).toHaveAttribute('href', 'http://10.0.0.7:8188/history/t1');
    expect(screen.getByRole('region', { name: 'Result' }).querySelector(tag)).toHaveAttribute('src', outputUrl);
  });

  it('shows why it failed, and makes no link of an address that is none of the web', async () => {
    check = { ...RUNNING, state: 'failed', error: 'http_404: No such model', endedAt: AT };
    run();
    expect(await screen.findByText('http_404: No such model', {}, { timeout: 20_000 })).toBeInTheDocument();
    expect(screen.getByText('It failed.')).toBeInTheDocument();
  });

  it('an address of another scheme is no link', async () => {
    check = { ...RUNNING, state: 'succeeded', outputUrl: 'javascript:alert(1)', endedAt: AT };
    run();
    expect(await screen.findByText('javascript:alert(1)', {}, { timeout: 20_000 })).toBeInTheDocument();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
