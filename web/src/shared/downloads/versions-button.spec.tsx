import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { ServicesProvider } from '../../lib/services';
import { aSession, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { VersionsButton } from './versions-button';

const CALL = 'PUT /api/requests/q-1/derived-files';
const making = { state: 'making', small: null, animation: null };

async function show(routes: Parameters<typeof fakeServer>[0], type: 'video' | 'restore' = 'video') {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  const onOriginal = vi.fn();
  const request = { id: 'q-1', type, posterUrl: '/files/preview.jpg?signed' };
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <VersionsButton request={request} isSaving={false} onOriginal={onOriginal} />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  expect(server.calls).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Other versions' }));
  return { server, onOriginal };
}

describe('VersionsButton', () => {
  it('says that the versions are being made until they are there', async () => {
    let derived: object = making;
    const { onOriginal } = await show({ [CALL]: () => jsonResponse({ derived }) });
    expect(await screen.findAllByText('Being made. This takes a few seconds.')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Download Original' }));
    expect(onOriginal).toHaveBeenCalledOnce();
    derived = {
      state: 'ready',
      small: { url: '/files/small.mp4?signed', bytes: 1_234_567 },
      animation: { url: '/files/animation.webp?signed', bytes: 345_000 },
    };
    const small = await screen.findByRole('link', { name: 'Download Small 1.2 MB' });
    expect(small).toHaveAttribute('href', '/files/small.mp4?signed&download=1');
    expect(screen.getByRole('link', { name: 'Download Animated preview 345 kB' })).toBeInTheDocument();
  });

  it('a conversion that failed can be tried again, and a small version that is not smaller is not offered', async () => {
    let derived: object = { ...making, state: 'failed' };
    await show({ [CALL]: () => jsonResponse({ derived }) });
    expect(await screen.findAllByText('It could not be made.')).toHaveLength(2);
    derived = { state: 'ready', small: null, animation: { url: '/files/animation.webp?signed', bytes: 1 } };
    await userEvent.click(screen.getByRole('button', { name: 'Try again: Small' }));
    expect(await screen.findByText('The original is already as small.')).toBeInTheDocument();
  });

  it('a photo has its small version already', async () => {
    const { server } = await show({}, 'restore');
    expect(await screen.findByRole('link', { name: 'Download Small' })).toHaveAttribute(
      'href',
      '/files/preview.jpg?signed&download=1',
    );
    expect(server.calls).toHaveLength(0);
  });
});
