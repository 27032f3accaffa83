import type { AdminModel } from '@luit/contracts/generation/model-editor';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ModelsPage from './models-page';

const MODEL: AdminModel = {
  ...{ id: 'seedance', name: 'Seedance', output: 'video', state: 'live', isDefault: true, revision: 3 },
  ...{
    price: { perSecond: { '480p': 3_600, '720p': 7_200 } },
    durations: [5],
    qualities: ['480p'],
    providers: ['replicate', 'fal'],
    missing: [],
  },
};
const STEP: AdminModel = {
  ...{ id: 'ddcolor', name: 'DDColor', output: 'colorization', state: 'retired', isDefault: false, revision: 1 },
  ...{ price: null, durations: [5], qualities: ['480p'], providers: ['replicate'], missing: [] },
};

describe('the models page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const answer = (items: AdminModel[]) => () => Promise.resolve(Response.json({ success: true, data: { items } }));

  beforeEach(() => fetch.mockReset());

  it('lists models with state, price and routes', async () => {
    fetch.mockImplementation(answer([MODEL, STEP]));
    renderSignedIn(<ModelsPage />, fetch);
    expect(screen.getByRole('status', { name: 'Loading models' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Seedance' })).toHaveAttribute('href', '/models/seedance');
    const [, first, second] = screen.getAllByRole('row');
    expect(first).toHaveTextContent(/Default.*Live.*Video.*480p 3.6, 720p 7.2 credits a second.*replicate, fal.*3/);
    expect(second).toHaveTextContent(/Retired.*Colorization.*Not sold alone/);
  });

  it('says where no model is', async () => {
    fetch.mockImplementation(answer([]));
    renderSignedIn(<ModelsPage />, fetch);
    expect(await screen.findByText('No models')).toBeInTheDocument();
  });

  it('a failed read can be repeated', async () => {
    fetch.mockImplementationOnce(() => Promise.resolve(Response.json({ code: 'unavailable' }, { status: 500 })));
    fetch.mockImplementation(answer([MODEL]));
    renderSignedIn(<ModelsPage />, fetch);
    fireEvent.click(await screen.findByRole('button', { name: /again|Retry/ }));
    expect(await screen.findByRole('link', { name: 'Seedance' })).toBeInTheDocument();
  });
});
