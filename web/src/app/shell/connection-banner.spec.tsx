import { act, render, screen } from '@testing-library/react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectivity } from '../../lib/connectivity';
import { queryClient } from '../../lib/query-client';
import { interruptibleConnection } from '../../testing/connection';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { sessionStore } from '../../testing/session-environment';
import { MissingOffline } from '../missing-offline';
import ConnectionBanner from './connection-banner';

const session = sessionStore(fetch);
const shown = (
  <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
    <ConnectionBanner />
  </ServicesProvider>
);

describe('ConnectionBanner', () => {
  let connection: ReturnType<typeof interruptibleConnection>;
  beforeEach(() => {
    connection = interruptibleConnection();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await connection.restore();
    queryClient.clear();
  });

  const banner = () => screen.getByRole('status', { name: 'Connection to Luit' });

  it('a lost connection is said once, and its return once', async () => {
    vi.useFakeTimers();
    render(shown);
    expect(banner()).toBeEmptyDOMElement();
    await connection.lose();
    expect(banner()).toHaveTextContent('You’re offline.');
    await connection.regain();
    expect(banner()).toHaveTextContent('You’re connected again.');
    act(() => void vi.advanceTimersByTime(5_000));
    expect(banner()).toBeEmptyDOMElement();
  });

  it('an action that needs the server repeats it', async () => {
    render(shown);
    await connection.lose();
    const before = banner().firstElementChild;
    act(connectivity.unlessOffline(() => expect.unreachable()));
    expect(banner().firstElementChild).not.toBe(before);
    expect(banner()).toHaveTextContent('You’re offline.');
  });

  it('queries pause without a connection and all of them are fetched again when it is back', async () => {
    const read = vi.fn(() => Promise.resolve(`answer ${read.mock.calls.length}`));
    function Answer() {
      const { data, fetchStatus } = useQuery({ queryKey: ['answer'], queryFn: read });
      return <p>{`${data} ${fetchStatus}`}</p>;
    }
    render(
      <QueryClientProvider client={queryClient}>
        <Answer />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('answer 1 idle')).toBeInTheDocument();
    await connection.lose();
    act(() => void queryClient.invalidateQueries({ queryKey: ['answer'] }));
    expect(await screen.findByText('answer 1 paused')).toBeInTheDocument();
    expect(read).toHaveBeenCalledTimes(1);
    await connection.regain();
    expect(await screen.findByText('answer 2 idle')).toBeInTheDocument();
  });

  it('a page that this device has not saved says so until the connection is back', async () => {
    function Answer() {
      const { data } = useQuery({ queryKey: ['unsaved'], queryFn: () => Promise.resolve('loaded') });
      return <p>{data ?? 'skeleton'}</p>;
    }
    const page = (content?: ReactNode) => (
      <QueryClientProvider client={queryClient}>
        <MissingOffline />
        {content}
      </QueryClientProvider>
    );
    const { rerender } = render(page());
    await connection.lose();
    rerender(page(<Answer />));
    expect(await screen.findByText(/aren’t saved on this device/)).toBeInTheDocument();
    await connection.regain();
    expect(await screen.findByText('loaded')).toBeInTheDocument();
    expect(screen.queryByText(/aren’t saved on this device/)).not.toBeInTheDocument();
  });
});
