import type { AdminPreset } from '@luit/contracts/generation/presets';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import PresetsPage from './presets-page';

const PRESETS: AdminPreset[] = [
  { id: 'orbit', kind: 'camera', name: 'Orbit', description: 'Circles.', text: '{prompt} Orbit.', isArchived: false },
  { id: 'noir', kind: 'style', name: 'Noir', description: 'Dark.', text: '{prompt} Noir.', isArchived: true },
];

describe('the presets page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(async () => {
    fetch.mockReset();
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: { items: PRESETS } })));
    renderSignedIn(<PresetsPage />, fetch);
    await screen.findByRole('article', { name: 'Orbit' });
  });

  const sent = () =>
    fetch.mock.calls.flatMap(([path, init]) =>
      init?.method && init.method !== 'GET'
        ? [[init.method, new URL(String(path), 'http://admin').pathname, JSON.parse(String(init.body)) as unknown]]
        : [],
    );

  it('presets are listed by their kind, and archived ones are marked', () => {
    const styles = within(screen.getByRole('region', { name: 'Styles' }));
    expect(styles.getByRole('article', { name: 'Noir' })).toHaveTextContent('Archived');
    expect(styles.queryByRole('article', { name: 'Orbit' })).toBeNull();
  });

  it('a text is edited, and one without the placeholder is not sent', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Edit Orbit' }));
    const text = screen.getByLabelText('Text for the model');
    fireEvent.change(text, { target: { value: 'Orbit.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/must contain \{prompt\}/)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.change(text, { target: { value: 'Orbit around {prompt}' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const fields = { name: 'Orbit', description: 'Circles.', text: 'Orbit around {prompt}' };
    await waitFor(() => expect(sent()).toEqual([['PATCH', '/api/admin/presets/orbit', fields]]));
  });

  it('a style is added', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'New style' }));
    const fields = { ID: 'pixel-art', Name: 'Pixel art', Description: 'Large pixels.' };
    for (const [label, value] of Object.entries(fields)) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.change(screen.getByLabelText('Text for the model'), { target: { value: '{prompt} Pixel art.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const created = { id: 'pixel-art', kind: 'style', name: 'Pixel art', description: 'Large pixels.' };
    await waitFor(() =>
      expect(sent()).toEqual([['POST', '/api/admin/presets', { ...created, text: '{prompt} Pixel art.' }]]),
    );
  });

  it('a preset is archived after a confirmation, and restored', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Archive Orbit' }));
    expect(sent()).toEqual([]);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(sent()).toEqual([['PATCH', '/api/admin/presets/orbit', { archived: true }]]));
  });
});
