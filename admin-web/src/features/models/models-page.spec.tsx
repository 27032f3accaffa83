import type { ListedModel } from '@luit/contracts/generation/model-editor';
import { fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ModelsPage from './models-page';
import { modelWith } from './testing-entry';

const MODEL: ListedModel = {
  ...{ id: 'seedance', name: 'Seedance', output: 'video', state: 'live', isDefault: true, revision: 3 },
  ...{
    price: { perSecond: { '480p': 3_600, '720p': 7_200 } },
    durations: [5],
    qualities: ['480p'],
    providers: ['replicate', 'fal'],
    from: 18,
    loss: {
      ...{ provider: 'replicate', choice: { duration: 5, resolution: '480p' }, credits: 18 },
      ...{ paidMicros: 16_160_000, costMicros: 60_525_000 },
    },
    lastDay: {
      jobs: 1_250,
      succeeded: 990,
      failed: 10,
      revenueMicros: 4_000_000,
      costMicros: 1_000_000,
      unknownCostJobs: 0,
    },
    routes: [
      {
        ...{ provider: 'replicate', health: 'closed', isStopped: false, isMissing: false, isFailing: true },
        lastAnswer: { at: '2026-11-29T09:00:00.000Z', succeeded: false, kind: 'provider', code: 'http_404' },
      },
      {
        provider: 'fal',
        health: 'closed',
        isStopped: false,
        isMissing: false,
        isFailing: false,
        lastAnswer: null,
      },
    ],
    missing: [],
  },
};
const STEP: ListedModel = {
  ...{ id: 'ddcolor', name: 'DDColor', output: 'colorization', state: 'retired', isDefault: false, revision: 1 },
  ...{
    price: null,
    durations: [5],
    qualities: ['480p'],
    providers: ['replicate'],
    missing: [],
    from: null,
    routes: [],
    loss: null,
  },
  lastDay: { jobs: 3, succeeded: 3, failed: 0, revenueMicros: 4_000_000, costMicros: 0, unknownCostJobs: 1 },
};

describe('the models page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const answer = (items: ListedModel[]) => () => Promise.resolve(Response.json({ success: true, data: { items } }));

  beforeEach(() => fetch.mockReset());

  it('lists models with state, price, jobs, success and margin, with a warning where a route fails', async () => {
    fetch.mockImplementation(answer([MODEL, STEP]));
    renderSignedIn(<ModelsPage />, fetch);
    expect(screen.getByRole('status', { name: 'Loading models' })).toBeInTheDocument();
    const [first, second] = await screen.findAllByRole('link', { name: /^(Seedance|DDColor)/ });
    expect(first).toHaveAttribute('href', '/models/seedance');
    expect(first).toHaveTextContent(
      /^Seedance.*Live.*Default.*from 18 · below cost.*1,250 jobs · 99% · margin 75%.*replicate: Failing$/,
    );
    expect(first).toHaveAttribute('aria-current', 'page');
    expect(second).toHaveTextContent(/^DDColor.*Retired.*Not sold alone.*3 jobs · 100% · cost unknown$/);
  });

  it('an edited entry is kept while another model is looked at', async () => {
    const shown = modelWith([3_600]);
    fetch.mockImplementation((input) => {
      const [, id] = /\/models\/(\w+)$/.exec(String(input)) ?? [];
      const data = id ? { model: { ...shown, id, name: id } } : { items: [MODEL, STEP], prices: [], rates: [] };
      return Promise.resolve(Response.json({ success: true, data }));
    });
    const page = (
      <Routes>
        <Route path="/models/:id" element={<ModelsPage />} />
      </Routes>
    );
    renderSignedIn(page, fetch, { path: '/models/seedance', role: 'owner' });
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Seedance Classic' } });
    fireEvent.click(screen.getByRole('link', { name: /^DDColor/ }));
    expect(await screen.findByRole('heading', { name: 'ddcolor' })).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Seedance');
    fireEvent.click(screen.getByRole('link', { name: /^Seedance/ }));
    expect(await screen.findByRole('heading', { name: 'seedance' })).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Seedance Classic');
    expect(screen.getByRole('button', { name: '1 change' })).toBeInTheDocument();
  });

  it('only roles that change prices add models', async () => {
    fetch.mockImplementation(answer([MODEL]));
    renderSignedIn(<ModelsPage />, fetch, { role: 'support' });
    await screen.findByRole('link', { name: /^Seedance/ });
    expect(screen.queryByRole('link', { name: 'New model' })).toBeNull();
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
    expect(await screen.findByRole('link', { name: /^Seedance/ })).toBeInTheDocument();
  });
});
