import type { SharedView } from '@luit/contracts/http/share-links';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import SharedPage from './shared-page';

const CALL = 'GET /api/shared/t-1';
const video: SharedView = {
  type: 'video',
  prompt: 'A boat at dawn',
  duration: 5,
  completedAt: '2026-11-26T09:00:00Z',
  expiresAt: '2026-12-26T09:00:00Z',
  outputUrl: '/api/shared/t-1/output',
  posterUrl: '/api/shared/t-1/poster',
  smallUrl: null,
  animationUrl: null,
};

function show(routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={['/s/t-1']}>
          <Routes>
            <Route path="/s/:token" element={<SharedPage />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
}

function Elsewhere() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify({ pathname, state: state as unknown })}</output>;
}

describe('SharedPage', () => {
  it('shows a video with its prompt, which visitors can use for their own', async () => {
    show({ [CALL]: () => jsonResponse({ shared: video }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'A boat at dawn' })).toBeInTheDocument();
    const player = screen.getByLabelText('A boat at dawn', { selector: 'video' });
    expect(player).toHaveAttribute('src', '/api/shared/t-1/output');
    expect(player).toHaveAttribute('poster', '/api/shared/t-1/poster');
    expect(screen.getByText(/^5 s ·$/)).toBeInTheDocument();
    expect(screen.getByText(/This link works until 26 Dec 2026/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/api/shared/t-1/output?download=1');
    await userEvent.click(screen.getByRole('button', { name: 'Use this prompt' }));
    expect(screen.getByRole('status')).toHaveTextContent(
      JSON.stringify({ pathname: '/image-to-video', state: { signsUp: true, prompt: 'A boat at dawn' } }),
    );
  });

  it('offers a small version and an animation once they are made', async () => {
    const made = { ...video, smallUrl: '/api/shared/t-1/small', animationUrl: '/api/shared/t-1/animation' };
    show({ [CALL]: () => jsonResponse({ shared: made }) });
    expect(await screen.findByRole('link', { name: 'Small version (480p)' })).toHaveAttribute(
      'href',
      '/api/shared/t-1/small?download=1',
    );
    expect(screen.getByRole('link', { name: 'Animated preview (WebP)' })).toHaveAttribute(
      'href',
      '/api/shared/t-1/animation?download=1',
    );
  });

  it('without its prompt, a video is called what it is', async () => {
    show({ [CALL]: () => jsonResponse({ shared: { ...video, prompt: null, expiresAt: null } }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'A video made with Luit' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Make your own video' })).toBeInTheDocument();
    expect(screen.queryByText(/This link works until/)).not.toBeInTheDocument();
  });

  it('shows a restored photo', async () => {
    const photo: SharedView = { ...video, type: 'restore', prompt: null, duration: null, posterUrl: null };
    show({ [CALL]: () => jsonResponse({ shared: photo }) });
    expect(await screen.findByRole('img', { name: 'A photo restored with Luit' })).toHaveAttribute(
      'src',
      '/api/shared/t-1/output',
    );
    expect(screen.getByRole('link', { name: 'Restore your own photo' })).toHaveAttribute('href', '/restore-image');
  });

  it('a link that has ended says what to do', async () => {
    show({ [CALL]: () => errorResponse(404, 'not_found', 'This link does not exist or has ended.') });
    expect(await screen.findByText('This link doesn’t work anymore')).toBeInTheDocument();
    expect(screen.getByText(/Ask them for a new link/)).toBeInTheDocument();
  });

  it('a failure is no end: the page can be loaded again', async () => {
    let isDown = true;
    show({
      [CALL]: () =>
        isDown ? errorResponse(400, 'validation_failed', 'Please try again.') : jsonResponse({ shared: video }),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'A boat at dawn' })).toBeInTheDocument();
  });
});
