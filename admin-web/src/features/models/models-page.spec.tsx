import type { ListedModel } from '@luit/contracts/generation/model-editor';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ModelsPage from './models-page';

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

  it('lists models with state, price, jobs, success, margin and routes, with a warning where a route fails', async () => {
    fetch.mockImplementation(answer([MODEL, STEP]));
    renderSignedIn(<ModelsPage />, fetch);
    expect(screen.getByRole('status', { name: 'Loading models' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Seedance' })).toHaveAttribute('href', '/models/seedance');
    const [, first, second] = screen.getAllByRole('row');
    expect(first).toHaveTextContent(/Default.*Live.*from 18.*1,250.*99%.*75%.*replicateFailing.*fal$/);
    expect(second).toHaveTextContent(/Retired.*Not sold alone.*3.*100%.*Cost unknown/);
  });

  it('only roles that change prices add models', async () => {
    fetch.mockImplementation(answer([MODEL]));
    renderSignedIn(<ModelsPage />, fetch, { role: 'support' });
    await screen.findByRole('link', { name: 'Seedance' });
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
    expect(await screen.findByRole('link', { name: 'Seedance' })).toBeInTheDocument();
  });
});
