import type { ExampleView } from '@luit/contracts/http/examples';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ExamplesPage from './examples-page';
import { FeatureButton } from './feature-button';

const ID = '0197a000-0000-7000-8000-000000000001';
const EXAMPLE: ExampleView = {
  id: ID,
  title: 'Lamps',
  prompt: 'Lamps on the water',
  videoUrl: '/api/files/a.mp4',
  posterUrl: '/api/files/a.webp',
  model: 'seedance',
  modelName: 'Seedance',
  credits: 18,
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
    expect(card).toHaveTextContent('Seedance · 5 s · 480p · 1:1 · orbit · 18 credits');
    expect(within(card).getByRole('link', { name: 'Open job' })).toHaveAttribute('href', `/jobs/${ID}`);
    fireEvent.click(screen.getByRole('button', { name: 'Remove: Lamps' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent()).toEqual([['DELETE', `/api/admin/examples/${ID}`, {}]]));
  });

  it('a job is featured only with a title and the consent of its owner, and taken out again', async () => {
    let items: ExampleView[] = [];
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: { items } })));
    renderSignedIn(<FeatureButton jobId={ID} prompt="Lamps on the water" />, fetch, { role: 'support' });
    const open = await screen.findByRole('button', { name: 'Feature' });
    await waitFor(() => expect(open).toBeEnabled());
    fireEvent.click(open);
    const dialog = within(await screen.findByRole('dialog', { name: 'Feature this video?' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Lamps on the water');
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Lamps' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Feature' }));
    expect(await dialog.findByText(/only if its owner agreed/)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.click(dialog.getByLabelText(/^The owner agreed/));
    items = [EXAMPLE];
    fireEvent.click(dialog.getByRole('button', { name: 'Feature' }));
    const fields = { requestId: ID, title: 'Lamps', ownerAgreed: true };
    await waitFor(() => expect(sent()).toEqual([['POST', '/api/admin/examples', fields]]));
    expect(await screen.findByRole('button', { name: 'Remove from gallery: Lamps' })).toBeInTheDocument();
  });

  it('an operator without the permission sees the examples alone', async () => {
    renderSignedIn(<ExamplesPage />, fetch, { role: 'read_only' });
    await screen.findByRole('listitem', { name: 'Lamps' });
    expect(screen.queryByRole('button', { name: 'Remove: Lamps' })).toBeNull();
  });

  it('without examples it says what the web app shows instead', async () => {
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: { items: [] } })));
    renderSignedIn(<ExamplesPage />, fetch, { role: 'support' });
    expect(await screen.findByText('No examples yet')).toBeInTheDocument();
  });
});
