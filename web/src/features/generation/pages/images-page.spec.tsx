import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestView } from '@luit/contracts/http/requests';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { aModel } from '../../../testing/models';
import { sessionStore } from '../../../testing/session-environment';
import ImagesPage from './images-page';

const SET = 'q-0';

/** An image of the set. */
function anImage(index: number, changes: Partial<RequestView> = {}): RequestView {
  const id = `q-${index}`;
  return aRequest({
    ...{ id, request_id: id, type: 'image', prompt: 'A kite', duration: null, resolution: '', set: { id: SET, index } },
    ...{ status: 'completed', jobStatus: 'succeeded', outputUrl: `/files/${id}.png`, sequence: 4 },
    ...changes,
  });
}

const FAILED: Partial<RequestView> = {
  ...{ status: 'failed', jobStatus: 'failed', outputUrl: null },
  error: { code: 'generation_failed', message: 'Image generation failed. Please try again.' },
  money: { state: 'returned', credits: 8 },
};

async function show(path = '/create-image', results = [anImage(0), anImage(1)]) {
  const server = fakeServer({
    'POST /api/generate-images': () =>
      jsonResponse({ request_id: SET, credits: 16, status: 'processing', siblings: ['q-1'] }, { status: 202 }),
    ...Object.fromEntries(
      results.map((request) => [`GET /api/requests/${request.id}`, () => jsonResponse({ request })]),
    ),
    [`GET /api/requests?limit=24&set=${SET}`]: () => jsonResponse({ requests: results, nextCursor: null }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [], nextCursor: null }),
    'GET /api/plans': () => jsonResponse({ plans: [], models: [], imageModels: [], retired: [] }),
    'GET /api/models': () => jsonResponse({ models: [], imageModels: [aModel('nano-banana-2.1'), aModel('flux-dev')] }),
    'GET /api/credits/balance': () => jsonResponse({ credits: 100, available: 100, held: 0 }),
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  window.history.replaceState(null, '', path);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BrowserRouter>
          <ImagesPage />
        </BrowserRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const makeAnother = async () => userEvent.click(await screen.findByRole('button', { name: 'Make another' }));

async function choose(control: string, option: string | RegExp) {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${control}:`) }));
  await userEvent.click(await screen.findByRole('radio', { name: option }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: control })).not.toBeInTheDocument());
}

describe('ImagesPage', () => {
  beforeEach(() => {
    window.scrollTo = () => undefined;
  });

  it('several images are one request at as many times the price', async () => {
    const server = await show();
    await userEvent.type(await screen.findByLabelText('Image prompt'), 'A kite');
    expect(screen.getByRole('button', { name: 'Generate image (8 credits)' })).toBeEnabled();
    await choose('Number of images', '2 images');
    await choose('Aspect ratio', 'Photo, 3:2');
    await userEvent.click(screen.getByRole('button', { name: /^More options/ }));
    await userEvent.selectOptions(screen.getByLabelText('File format'), 'webp');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Generate 2 images (2 × 8 = 16 credits)' }));
    await waitFor(() => expect(server.callsTo('/api/generate-images')).toHaveLength(1));
    expect(server.callsTo('/api/generate-images')[0]!.body).toEqual({
      ...{ prompt: 'A kite', model: 'nano-banana-2.1', aspectRatio: '3:2', count: 2, expectedCredits: 16 },
      outputFormat: 'webp',
    });
  });

  it('a model that cannot change an image is offered for a prompt alone, at its own price', async () => {
    await show();
    await screen.findByLabelText('Image prompt');
    await choose('Model', /^FLUX\.1 dev/);
    await userEvent.type(screen.getByLabelText('Image prompt'), 'A kite');
    expect(screen.getByRole('button', { name: 'Generate image (5 credits)' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: /^Aspect ratio:/ }));
    await screen.findByRole('radio', { name: /1:1/ });
    expect(screen.queryByRole('radio', { name: /21:9/ })).not.toBeInTheDocument();
  });

  it('the stage shows all results of a set, of which one is chosen', async () => {
    await show(`/create-image?request=${SET}`);
    expect(await screen.findByRole('heading', { name: 'Your images are ready' })).toBeInTheDocument();
    const [first, second] = await screen.findAllByRole('button', { name: /^Image \d of 2$/ });
    expect(first).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(second!);
    await waitFor(() => expect(second).toHaveAttribute('aria-pressed', 'true'));
    await makeAnother();
    expect(await screen.findByRole('menuitem', { name: 'Make a video of it' })).toBeInTheDocument();
  });

  it('a failed image of a set says that its credits returned, and leaves the others', async () => {
    await show(`/create-image?request=${SET}`, [anImage(0, FAILED), anImage(1)]);
    expect(await screen.findByRole('alert')).toHaveTextContent(/failed.*returned/);
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Image 2 of 2' }));
    expect(await screen.findByRole('button', { name: 'Download' })).toBeEnabled();
  });
});
