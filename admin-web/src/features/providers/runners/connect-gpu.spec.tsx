import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../../testing/render-signed-in';
import { ConnectGpu } from './connect-gpu';
import type { Runners } from './runners-query';

const TOKEN = `luit_runner_${'a'.repeat(49)}`;
const token = {
  id: '01a22900-0000-7000-8000-000000000001',
  name: 'Attic',
  last4: 'aaaa',
  models: null,
  createdAt: '2026-11-29T09:30:00.000Z',
  lastSeenAt: '2026-11-29T09:30:00.000Z',
};
const runner = {
  ...{ id: '01a22900-0000-7000-8000-000000000002', tokenId: token.id, version: '0.1.0', gpu: 'RTX 5090' },
  ...{ engines: ['comfyui'], slots: 2, running: 1, isOnline: true, lastSeenAt: '2026-11-29T09:30:00.000Z' },
};

describe('connecting a GPU', () => {
  let listed: Runners;
  const fetch = vi.fn<typeof globalThis.fetch>();
  const sent = () => fetch.mock.calls.filter(([, init]) => init?.method).map(([path, init]) => [path, init?.body]);

  beforeEach(() => {
    listed = { tokens: [], runners: [] };
    fetch.mockReset();
    fetch.mockImplementation((path) => {
      const data = String(path).endsWith('/runner-tokens') ? { token: TOKEN, runnerToken: token } : listed;
      return Promise.resolve(Response.json({ success: true, data }));
    });
  });

  const render = (role: 'owner' | 'read_only' = 'owner') =>
    renderSignedIn(<ConnectGpu instance="own gpus" />, fetch, { role });

  it('creates a token and shows the command once', async () => {
    render();
    expect(await screen.findByText('No runner has called yet.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('Name the machine')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Machine'), { target: { value: ' Attic ' } });
    fireEvent.change(screen.getByLabelText('Models'), { target: { value: 'wan, flux' } });
    expect(screen.getByLabelText<HTMLSelectElement>('Server beside the GPU').value).toMatch(/^comfyui=/);
    fireEvent.change(screen.getByLabelText('Server beside the GPU'), {
      target: { value: 'vllm-omni=http://127.0.0.1:8091' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
    const command = new RegExp(`npx @luit/runner .* --token ${TOKEN} --engine vllm-omni=http://127.0.0.1:8091$`);
    expect(await screen.findByText(command)).toBeTruthy();
    expect(sent()).toEqual([
      ['/api/admin/providers/own%20gpus/runner-tokens', JSON.stringify({ name: 'Attic', models: ['wan', 'flux'] })],
    ]);
  });

  it('lists runners, and revokes a token with a reason', async () => {
    listed = { tokens: [token], runners: [runner, { ...runner, id: token.id, isOnline: false, gpu: null }] };
    render();
    const table = await screen.findByRole('table', { name: 'Runners' });
    const [first, second] = within(table).getAllByRole('row').slice(1);
    for (const text of ['Attic', 'Online', 'RTX 5090', '1 of 2', '0.1.0']) expect(first!.textContent).toContain(text);
    for (const text of ['Offline', 'GPU not known']) expect(second!.textContent).toContain(text);
    fireEvent.click(screen.getByRole('button', { name: 'Revoke Attic' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'The machine was sold' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await vi.waitFor(() =>
      expect(sent()).toEqual([
        [
          `/api/admin/providers/own%20gpus/runner-tokens/${token.id}/revoke`,
          JSON.stringify({ reason: 'The machine was sold' }),
        ],
      ]),
    );
  });

  it('operators who may not change providers only see runners', async () => {
    listed = { tokens: [token], runners: [runner] };
    render('read_only');
    expect(await screen.findByRole('table', { name: 'Runners' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Revoke|Create/ })).toBeNull();
  });
});
