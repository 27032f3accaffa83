import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSession, aUser, fakeServer } from '../testing/fake-server';
import { sessionStore } from '../testing/session-environment';
import { ApiClient } from './api-client';
import { ServicesProvider, useSession } from './services';

// Outside `act`, as in a browser, React may batch or defer renders.
const env = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
let isActing: boolean | undefined;
beforeEach(() => {
  isActing = env.IS_REACT_ACT_ENVIRONMENT;
  env.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  env.IS_REACT_ACT_ENVIRONMENT = isActing;
});

function UserView({ events }: { events: string[] }) {
  const { status, user } = useSession();
  return status === 'signed-in' ? <SignedInView events={events} name={user?.id ?? ''} /> : <p>signed out</p>;
}

function SignedInView({ events, name }: { events: string[]; name: string }) {
  useEffect(() => {
    events.push('mount');
    return () => void events.push('unmount');
  }, [events]);
  return <p>{name}</p>;
}

describe('useSession', () => {
  it('a sign-out is rendered before the next sign-in, however soon it follows', async () => {
    const { fetch } = fakeServer({});
    const session = sessionStore(fetch);
    const events: string[] = [];
    render(
      <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
        <UserView events={events} />
      </ServicesProvider>,
    );
    await session.establish(aSession('t1'));
    await screen.findByText('u-1');
    session.end();
    // Synchronous renders have happened by now; deferred ones have not.
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    await session.establish(aSession('t2', { user: aUser({ id: 'u-2' }) }));
    await screen.findByText('u-2');
    expect(events).toEqual(['mount', 'unmount', 'mount']);
  });
});
