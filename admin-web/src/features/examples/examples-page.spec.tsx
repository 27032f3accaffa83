import type { ExampleView } from '@luit/contracts/http/examples';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ExamplesPage from './examples-page';

const ID = '0197a000-0000-7000-8000-000000000001';
const EXAMPLE: ExampleView = {
  id: ID,
  title: 'Lamps',
  prompt: 'Lamps on the water',
  videoUrl: '/api/files/a.mp4',
  posterUrl: '/api/files/a.webp',
  model: 'seedance',
  planId: '5s-480p',
  duration: 5,
  resolution: '480p',
  aspectRatio: '1:1',
  cameraMotion: 'orbit',
  style: null,
  addedAt: '2026-11-25T10:00:00.000Z',
};

describe('the examples page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    fetch.mockReset();
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: { items: [EXAMPLE] } })));
  });

  const sent = () =>
    fetch.mock.calls.flatMap(([path, init]) =>
      init?.method && init.method !== 'GET'
        ? [[init.method, new URL(String(path), 'http://admin').pathname, JSON.parse(String(init.body))]]
        : [],
    );

  it('an example shows its prompt and settings, and is removed after a confirmation', async () => {
    renderSignedIn(<ExamplesPage />, fetch, { role: 'support' });
    const card = await screen.findByRole('listitem', { name: 'Lamps' });
    expect(card).toHaveTextContent('Lamps on the water');
    expect(card).toHaveTextContent('seedance · 5 s · 480p · 1:1 · orbit');
    expect(within(card).getByRole('link', { name: 'Open job' })).toHaveAttribute('href', `/jobs/${ID}`);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Lamps' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent()).toEqual([['DELETE', `/api/admin/examples/${ID}`, {}]]));
  });

  it('a job is added only with a title and the consent of its owner', async () => {
    renderSignedIn(<ExamplesPage />, fetch, { role: 'support', path: `/examples?job=${ID}` });
    const add = await screen.findByRole('button', { name: 'Add example' });
    fireEvent.click(add);
    expect(await screen.findByText('Title is required')).toBeInTheDocument();
    expect(screen.getByText(/only if its owner agreed/)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Lamps' } });
    fireEvent.click(screen.getByLabelText(/^The owner agreed/));
    fireEvent.click(add);
    const fields = { requestId: ID, title: 'Lamps', ownerAgreed: true };
    await waitFor(() => expect(sent()).toEqual([['POST', '/api/admin/examples', fields]]));
    await waitFor(() => expect(screen.getByLabelText('Job ID')).toHaveValue(''));
  });

  it('an operator without the permission sees the examples alone', async () => {
    renderSignedIn(<ExamplesPage />, fetch, { role: 'read_only' });
    await screen.findByRole('listitem', { name: 'Lamps' });
    expect(screen.queryByRole('button', { name: 'Remove Lamps' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add example' })).toBeNull();
  });

  it('without examples it says what the web app shows instead', async () => {
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: { items: [] } })));
    renderSignedIn(<ExamplesPage />, fetch, { role: 'support' });
    expect(await screen.findByText('No examples yet')).toBeInTheDocument();
  });
});
