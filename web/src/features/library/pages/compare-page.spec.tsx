import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ComparePage from './compare-page';

const options = aRequest().options!;
const first = aRequest({
  id: 'q-1',
  status: 'completed',
  videoUrl: '/files/1.mp4',
  money: { state: 'captured', credits: 18 },
});
const second = aRequest({
  ...first,
  id: 'q-2',
  videoUrl: '/files/2.mp4',
  options: { ...options, seed: 8, cameraMotion: 'pan-left', style: 'gone' },
});
const restoration = { type: 'restore', prompt: '', planId: null, model: null, duration: null, options: null } as const;
const photo = (id: string, quality: 'standard' | 'ultra') =>
  aRequest({
    ...first,
    ...restoration,
    id,
    videoUrl: null,
    outputUrl: `/files/${id}.png`,
    restore: { quality, enhancement: 'premium', colorRestoration: false },
  });

async function show(routes: Parameters<typeof fakeServer>[0], address = '/library/compare?a=q-1&b=q-2') {
  queryClient.clear();
  const server = fakeServer({
    'GET /api/plans': () =>
      jsonResponse({ plans: [], models: [{ id: 'seedance', name: 'Seedance' }], imageModels: [], retired: [] }),
    'GET /api/presets': () => jsonResponse({ presets: [{ id: 'pan-left', name: 'Pan left', kind: 'camera' }] }),
    ...routes,
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>
          <ComparePage />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
}

const results = (...requests: (typeof first)[]) =>
  Object.fromEntries(requests.map((request) => [`GET /api/requests/${request.id}`, () => jsonResponse({ request })]));

/** jsdom plays nothing: the position is what was set. */
function asLoaded(video: HTMLVideoElement, duration: number): HTMLVideoElement {
  let position = 0;
  Object.defineProperties(video, {
    duration: { value: duration },
    currentTime: {
      get: () => position,
      set: (value: number) => {
        position = value;
      },
    },
  });
  fireEvent.loadedMetadata(video);
  return video;
}

describe('ComparePage', () => {
  afterEach(() => vi.restoreAllMocks());

  it('lists what differs between two videos by name, and what does not', async () => {
    await show(results(first, second));
    const table = await screen.findByRole('table');
    await within(table).findByText('Pan left');
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        [within(row).getByRole('rowheader'), ...within(row).getAllByRole('cell')].map((cell) => cell.textContent),
      );
    expect(rows).toEqual([
      ['Seed', '7', '8'],
      ['Camera motion', 'None', 'Pan left'],
      ['Style', 'None', 'gone'],
    ]);
    expect((await screen.findByText('Seedance')).closest('div')).toHaveTextContent('ModelSeedance');
    expect(screen.getByRole('link', { name: 'Open B' })).toHaveAttribute('href', expect.stringContaining('q-2'));
  });

  it('plays both videos together, lets the shorter one wait at its end, and keeps them in step', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    await show(results(first, second));
    const short = asLoaded(await screen.findByLabelText<HTMLVideoElement>('Video A'), 5);
    const long = asLoaded(screen.getByLabelText<HTMLVideoElement>('Video B'), 10);
    fireEvent.click(screen.getByRole('button', { name: 'Play both' }));
    expect(play).toHaveBeenCalledTimes(2);

    const position = screen.getByRole('slider', { name: 'Position in both videos' });
    long.currentTime = 3;
    fireEvent.timeUpdate(long);
    expect([short.currentTime, position]).toEqual([3, expect.objectContaining({ value: '3' })]);
    expect(position).toHaveAttribute('aria-valuetext', '3.0 of 10.0 seconds');
    long.currentTime = 7;
    fireEvent.timeUpdate(long);
    expect(short.currentTime).toBe(5);
    // Only the longer video sets the time.
    fireEvent.timeUpdate(short);
    fireEvent.ended(short);
    expect([long.currentTime, play.mock.calls.length]).toEqual([7, 2]);

    fireEvent.change(position, { target: { value: '8' } });
    expect([short.currentTime, long.currentTime]).toEqual([5, 8]);
    fireEvent.ended(long);
    expect([short.currentTime, long.currentTime, play.mock.calls.length]).toEqual([0, 0, 4]);
    fireEvent.click(screen.getByRole('button', { name: 'Pause both' }));
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it('knows the duration of videos that have loaded before the page is shown', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_METADATA);
    vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(5);
    await show(results(first, second));
    const position = await screen.findByRole('slider', { name: 'Position in both videos' });
    expect(position).toHaveAttribute('aria-valuetext', '0.0 of 5.0 seconds');
    expect(position).toBeEnabled();
  });

  it('shows two photos behind one slider', async () => {
    await show(results(photo('q-1', 'standard'), photo('q-2', 'ultra')));
    expect(await screen.findByRole('slider', { name: 'Compare photo A and photo B' })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Quality/ })).toHaveTextContent('QualityStandardUltra');
  });

  it.each([
    ['a video and a photo', '?a=q-1&b=q-2', results(first, photo('q-2', 'ultra'))],
    ['a running video', '?a=q-1&b=q-2', results(first, { ...second, status: 'processing', videoUrl: null })],
    ['one video twice', '?a=q-1&b=q-1', results(first)],
    ['one video', '?a=q-1', results(first)],
  ])('refuses %s', async (_, query, routes) => {
    await show(routes, `/library/compare${query}`);
    expect(await screen.findByText('These can’t be compared')).toBeInTheDocument();
  });

  it('says why a result could not be loaded, and tries again', async () => {
    let isGone = true;
    const answer = () =>
      isGone ? errorResponse(404, 'not_found', 'Request not found') : jsonResponse({ request: second });
    await show({ ...results(first), 'GET /api/requests/q-2': answer });
    expect(await screen.findByText('Request not found')).toBeInTheDocument();
    isGone = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Video B')).toBeInTheDocument();
  });

  it('says so if the browser cannot play one of them', async () => {
    await show(results(first, second));
    fireEvent.error(await screen.findByLabelText('Video B'));
    expect(screen.getByText(/can’t play one of the videos/)).toBeInTheDocument();
  });
});
